// Checks that every requirement of docs/security.md has a test or a reason: `node scripts/security-coverage.mjs [root]` prints what is
// missing and exits 1 if anything is.
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { withoutComments } from './check-imports.mjs'

/** The number of ASVS 5.0.0 requirements at each claimed level. */
const WANTED = { 1: 70, 2: 183 }

/** `| 1.2.3 | 1 | words | tests | reason |` */
const requirement = /^\|\s*(?<id>\d+\.\d+\.\d+)\s*\|\s*(?<level>[12])\s*\|(?<words>[^|]*)\|(?<tests>[^|]*)\|(?<reason>[^|]*)\|$/gm
/** `| F1 | words | tests |` */
const scenario = /^\|\s*(?<id>[A-Z]\d)\s*\|(?<words>[^|]*)\|(?<tests>[^|]*)\|$/gm
/** `` `tests/a.test.ts` “the title or a part of it” `` */
const proof = /`(?<file>[^`]+)` “(?<title>[^”]+)”/g
/** The allowed beginnings of a reason. If a requirement is not met or only partly, its reason begins with `open` or `partly`. */
const KINDS = ['open', 'partly', 'operator', 'document', 'design', 'n/a']

/** The first argument of `it`, `test`, `describe`, or of a function that one of them returned (`it.each(rows)`). */
const title =
  /(?:\b(?:it|test|describe)(?<modifiers>(?:\.\w+)*)(?:<[^()]*>)?|[)`])\s*\(\s*(?<quote>['"`])(?<text>(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>/g

/** The titles of the tests that are not skipped, as written in the source. */
function titlesOf(source) {
  const live = [...withoutComments(source).matchAll(title)].filter(({ groups }) => !/\.(skip|todo)\b/.test(groups.modifiers ?? ''))
  return live.map(({ groups }) => groups.text.replace(/\\(['"`\\])/g, '$1'))
}

/**
 * @param {string} root the folder that holds docs, src and tests; throws without docs/security.md
 * @returns {{ counts: Record<string, number>, problems: string[] }} counts: how many requirements have a test, and how many each kind of
 *   reason
 */
export function coverage(root) {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const requirements = [...text.matchAll(requirement)].map(({ groups }) => groups)
  const scenarios = [...text.matchAll(scenario)].map(({ groups }) => groups)
  const known = new Map()
  const titles = file => {
    if (!known.has(file)) known.set(file, existsSync(join(root, file)) ? titlesOf(readFileSync(join(root, file), 'utf8')) : null)
    return known.get(file)
  }
  const problems = []
  const proofsOf = ({ id, tests }) =>
    [...tests.matchAll(proof)].filter(({ groups: { file, title } }) => {
      if (titles(file) === null) problems.push(`${id}: there is no file ${file}`)
      else if (!titles(file).some(each => each.includes(title))) problems.push(`${id}: no test of ${file} is called “${title}”`)
      else return true
      return false
    })

  const counts = { proved: 0, ...Object.fromEntries(KINDS.map(kind => [kind, 0])) }
  for (const row of requirements) {
    const proofs = proofsOf(row)
    const kind = KINDS.find(each => row.reason.trim().startsWith(`${each}: `))
    if (row.reason.trim() !== '' && kind === undefined)
      problems.push(`${row.id}: its reason begins with none of ${KINDS.map(each => `“${each}: ”`).join(', ')}`)
    if (proofs.length === 0 && kind === undefined) problems.push(`${row.id}: neither a test nor a reason`)
    if (proofs.length > 0 && (kind === undefined || kind === 'design' || kind === 'document')) counts.proved++
    else if (kind !== undefined) counts[kind]++
  }
  const ids = requirements.map(({ id }) => id)
  for (const id of new Set(ids.filter((each, at) => ids.indexOf(each) !== at))) problems.push(`${id}: stands there twice`)
  for (const [level, count] of Object.entries(WANTED)) {
    const there = requirements.filter(row => row.level === level).length
    if (there !== count) problems.push(`level ${level} has ${count} requirements, and ${there} are here`)
  }

  const everywhere = ['src', 'tests']
    .flatMap(folder => readdirSync(join(root, folder), { recursive: true }).map(file => `${folder}/${String(file).replaceAll('\\', '/')}`))
    .filter(file => /\.test\.ts$|^tests\/storage\/contract\.ts$/.test(file))
    .flatMap(titles)
  for (const row of scenarios) {
    proofsOf(row)
    if (row.tests.trim().startsWith('n/a: ')) continue
    if (!everywhere.some(each => each.includes(`[${row.id}]`))) problems.push(`${row.id}: no test has [${row.id}] in its title`)
  }
  return { counts: { requirements: requirements.length, ...counts, scenarios: scenarios.length }, problems }
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const { counts, problems } = coverage(process.argv[2] ?? join(import.meta.dirname, '..'))
  for (const problem of problems) console.error(problem)
  const { requirements, proved, scenarios, ...reasons } = counts
  console.log(
    `${requirements} requirements: ${proved} proved by a test; ${Object.entries(reasons)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ')}; ${scenarios} scenarios; ${problems.length} problems`,
  )
  process.exitCode = problems.length > 0 ? 1 : 0
}

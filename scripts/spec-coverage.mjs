// Checks that every rule of src/ddp/SPEC.md has a test that quotes it: `node scripts/spec-coverage.mjs [root]` prints what is missing
// and exits 1 if anything is.
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { withoutComments } from './check-imports.mjs'

/** `- **M3** text` */
const rule = /^[ \t]*[-*][ \t]+\*\*([A-Z]\d+)[.:]?\*\*/gm

/** `it('M3, M4: text'`, also with `test` or `describe`, with modifiers (`it.only`) or a first call (`it.each(rows)`) before the title. */
const title = /(?:\b(?:it|test|describe)(?<modifiers>(?:\.\w+)*)|[)`])\s*\(\s*['"`](?<ids>[A-Z]\d+(?:\s*,\s*[A-Z]\d+)*)\s*:/g

/**
 * A skipped or planned test covers nothing. A group (`describe`) covers the rules in its title.
 * @param {string} root the folder with src/ddp and tests; throws if src/ddp/SPEC.md is missing or contains no rule
 * @returns {{ rules: string[], untested: string[], repeated: string[], unknown: { id: string, file: string, line: number }[] }}
 *   rules, untested: in the order of the text; repeated: ids that two rules share; unknown: ids in test titles without a rule
 */
export function coverage(root) {
  const ids = [...readFileSync(join(root, 'src/ddp/SPEC.md'), 'utf8').matchAll(rule)].map(match => match[1])
  if (ids.length === 0) throw new Error('src/ddp/SPEC.md has no rules of the form "- **M3** text"')
  const rules = [...new Set(ids)]
  const quoted = ['src/ddp', 'tests'].flatMap(folder => quotes(root, folder))
  return {
    rules,
    untested: rules.filter(id => !quoted.some(quote => quote.id === id)),
    repeated: rules.filter(id => ids.indexOf(id) !== ids.lastIndexOf(id)),
    unknown: quoted.filter(quote => !rules.includes(quote.id)),
  }
}

function quotes(root, folder) {
  if (!existsSync(join(root, folder))) return []
  const files = readdirSync(join(root, folder), { recursive: true }).map(file => `${folder}/${file.replaceAll('\\', '/')}`)
  return files
    .filter(file => file.endsWith('.test.ts'))
    .sort()
    .flatMap(file => {
      const source = withoutComments(readFileSync(join(root, file), 'utf8'))
      const live = [...source.matchAll(title)].filter(({ groups }) => !/\.(skip|todo)\b/.test(groups.modifiers ?? ''))
      return live.flatMap(({ groups, index }) => {
        const line = source.slice(0, index).split('\n').length
        return groups.ids.split(',').map(id => ({ id: id.trim(), file, line }))
      })
    })
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const { rules, untested, repeated, unknown } = coverage(process.argv[2] ?? join(import.meta.dirname, '..'))
  for (const id of untested) console.error(`${id}: no test quotes this rule; start a test's title with '${id}: '`)
  for (const id of repeated) console.error(`${id}: two rules of src/ddp/SPEC.md have this id; give one a new one`)
  for (const { id, file, line } of unknown) console.error(`${file}:${line} quotes ${id}, which is no rule of src/ddp/SPEC.md`)
  console.log(`${rules.length - untested.length} of ${rules.length} rules are quoted by a test`)
  process.exitCode = untested.length + repeated.length + unknown.length > 0 ? 1 : 0
}

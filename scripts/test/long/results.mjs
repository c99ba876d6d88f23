import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from '../../build.mjs'

const FILE = join(root, 'docs/test-results.md')
const HEAD = `# Results of the long tests

\`npm run test:long\` writes this file: for each of its parts the last run, with date, commit and machine. \`npm run test:long -- PART\` runs one part and replaces its section alone.
`

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim()

/** The tested commit, and whether the tree has uncommitted changes. */
function commit() {
  const changed = git('status', '--porcelain', '--', ':!docs/test-results.md') !== ''
  return `${git('rev-parse', '--short=12', 'HEAD')}${changed ? ' with changes that are not committed' : ''}`
}

const machine = () => {
  const [{ model }] = cpus()
  return `${cpus().length} × ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`
}

/**
 * Replaces one section of the file, or adds it at the end.
 * @param {string} text the previous content of the file, or an empty text
 * @param {string} part names the section
 * @param {string} body content of the section, without its heading
 */
export function withSection(text, part, body) {
  const sections = text.split(/^(?=## )/m).filter(each => each.trim() !== '')
  const head = sections[0]?.startsWith('# ') ? sections.shift() : HEAD
  const section = `## ${part}\n\n${body.trim()}\n\n`
  const at = sections.findIndex(each => each.startsWith(`## ${part}\n`))
  if (at === -1) sections.push(section)
  else sections[at] = section
  return `${[`${head.trimEnd()}\n\n`, ...sections.map(each => `${each.trimEnd()}\n\n`)].join('').trimEnd()}\n`
}

/** Writes the result of one part. @param {import('../run.mjs').TestRun} run */
export function writeResult(part, run) {
  const rows = run.suites.map(
    ({ what, seconds, failed, counts }) =>
      `| ${what} | ${failed ? '**failed**' : 'passed'} | ${seconds} | ${counts.passed} | ${counts.failed} | ${counts.skipped} |`,
  )
  const body = [
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC · commit ${commit()} · ${machine()}`,
    '',
    '| suite | result | seconds | passed | failed | skipped |',
    '| --- | --- | ---: | ---: | ---: | ---: |',
    ...rows,
    ...run.suites.flatMap(({ failures }) => failures).map(failure => `\n- ${failure.split('\n')[0]}`),
    ...run.skipped.map(([what, how]) => `\nNot run: ${what} (${how})`),
    ...run.notes.map(note => `\n${note}`),
  ].join('\n')
  writeFileSync(FILE, withSection(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '', part, body))
}

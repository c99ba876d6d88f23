import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from './build.mjs'

/**
 * Writes files of results, such as docs/test-results.md: a title, a sentence on who writes the file, and one section for each part that
 * can run by itself. A run replaces the sections of its own parts.
 */

const git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** Returns the checked-out commit, and whether the tree has uncommitted changes besides the file of results (a path below the root). */
function describeCommit(file) {
  const commit = git('rev-parse', '--short', 'HEAD')
  if (commit === null) return 'unknown commit'
  return `commit ${commit}${git('status', '--porcelain', '--', ':/', `:!${file}`) === '' ? '' : ' with changes'}`
}

/** Returns date, commit and machine of a run that writes to `file`, on one line. */
export function describeRun(file) {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`
  return `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC · ${describeCommit(file)} · ${machine}`
}

/**
 * Replaces one section of a text, or adds it at the end.
 * @param {string} text the previous content of the file, or an empty text
 * @param {string} head the title of the file with the sentences below it; it replaces the previous ones
 * @param {string} part names the section
 * @param {string} body content of the section, without its heading
 */
export function withSection(text, head, part, body) {
  const sections = text.split(/^(?=## )/m).filter(each => each.trim() !== '' && !each.startsWith('# '))
  const section = `## ${part}\n\n${body.trim()}`
  const at = sections.findIndex(each => each.startsWith(`## ${part}\n`))
  if (at === -1) sections.push(section)
  else sections[at] = section
  return `${[head, ...sections].map(each => each.trim()).join('\n\n')}\n`
}

/** Replaces one section of a file below the root, or adds it at the end. */
export function writeSection(file, head, part, body) {
  const path = join(root, file)
  writeFileSync(path, withSection(existsSync(path) ? readFileSync(path, 'utf8') : '', head, part, body))
}

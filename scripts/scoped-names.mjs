import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const files = readdirSync(join(root, 'src'), { recursive: true })
  .filter(path => path.endsWith('.module.css'))
  .map(path => `src/${path.replaceAll('\\', '/')}`)
  .sort()
/** The classes and animations of each file, sorted. */
const classes = new Map()

/**
 * Returns the name of a class or animation of a CSS module in pages: its numbers among the files (two characters) and among those of its file, such as
 * `_4f3`. A style sheet with short names is an eighth smaller, and so are the names in pages and scripts. What the styles say makes no difference to
 * the names, so that a change of styles alone renames no script.
 * @param {string} name
 * @param {string} path of the file
 */
export function scopedName(name, path) {
  const file = relative(root, path.replace(/\?.*$/, '')).replaceAll('\\', '/')
  if (!classes.has(file)) {
    const names = readFileSync(path.replace(/\?.*$/, ''), 'utf8').matchAll(/(?:\.|@keyframes )([A-Za-z_][\w-]*)/g)
    classes.set(file, [...new Set([...names].map(([, each]) => each))].sort())
  }
  const [at, index] = [files.indexOf(file), classes.get(file).indexOf(name)]
  if (at < 0 || index < 0) throw new Error(`There is no ${name} in ${file}.`)
  return `_${at.toString(36).padStart(2, '0')}${index.toString(36)}`
}

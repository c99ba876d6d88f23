// Lists names that two files of src export with different meanings: `node scripts/list-duplicate-exports.mjs [root]` prints each with its
// files and exits 1 if there is any that ALLOWED does not explain. A reader who searches for a name should find one thing.
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { withoutComments } from './check-imports.mjs'

/** The names that several files may export, each with the reason. */
const ALLOWED = {
  component: 'every page module has these three parts, see PageModule',
  head: 'every page module has these three parts, see PageModule',
  live: 'every page module has these three parts, see PageModule',
  registerPublications: 'each feature registers its own publications, which app/server/features.ts never sees',
  form: 'each event format has a form, which formats/ui/forms.ts fetches',
  labels: 'each event format has its texts, which formats/ui/labels.ts collects',
  server: 'each event format has a server part, which formats/server/registry.ts collects',
  pageRequest: 'ssr-entry.types.ts declares for the server what ssr-entry.tsx exports',
  renderUnavailablePage: 'ssr-entry.types.ts declares for the server what ssr-entry.tsx exports',
  renderPage: 'ssr-entry.types.ts declares for the server what ssr-entry.tsx exports',
}

/** `export function name`, `export const name`, `export type name` … */
const declaration =
  /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:const|let|var|function\s*\*?|class|enum|interface|type)\s+([\w$]+)/gm
/** `export const { a, b: c } =` */
const pattern = /^export\s+(?:const|let)\s*\{([^}]*)\}\s*=/gm
/** `export { a, type B, c as d }`, from another file or not */
const list = /^export\s+(?:type\s+)?\{([^}]*)\}(\s*from\b)?/gm
const importList = /^import\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s*from\b/gm

/** Returns the pairs of a list: `a, type B, c as d` → a: a, B: B, c: d. A pattern has `:` where a list has `as`. */
const pairs = text =>
  text
    .split(',')
    .map(each =>
      each
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+|\s*:\s*/),
    )
    .filter(([name]) => name !== '')
    .map(([name, as = name]) => [name, as])

/**
 * Returns the names that a file gives a meaning: what it declares and exports, and what it exports under a new name. What it imports and
 * exports again under the same name has its meaning elsewhere.
 */
function exportsOf(source) {
  const imported = new Set([...source.matchAll(importList)].flatMap(match => pairs(match[1]).map(([, local]) => local)))
  const names = [...source.matchAll(declaration)].map(match => match[1])
  for (const match of source.matchAll(pattern)) names.push(...pairs(match[1]).map(([, local]) => local))
  for (const match of source.matchAll(list)) {
    const elsewhere = name => match[2] !== undefined || imported.has(name)
    names.push(...pairs(match[1]).flatMap(([name, as]) => (name === as && elsewhere(name) ? [] : [as])))
  }
  return new Set(names)
}

/**
 * Reads every .ts and .tsx file in src, except tests, declarations, and calls, which are named like their files.
 * @param {string} root the folder that holds src
 * @returns {{ name: string, files: string[] }[]} the names that two files or more export, sorted by name
 */
export function duplicateExports(root) {
  const files = readdirSync(join(root, 'src'), { recursive: true }).map(file => file.replaceAll('\\', '/'))
  const by = new Map()
  for (const file of files.filter(file => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$|\/server\/calls\//.test(file)).sort()) {
    for (const name of exportsOf(withoutComments(readFileSync(join(root, 'src', file), 'utf8'))))
      by.set(name, [...(by.get(name) ?? []), `src/${file}`])
  }
  return [...by]
    .filter(([, files]) => files.length > 1)
    .map(([name, files]) => ({ name, files }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const found = duplicateExports(process.argv[2] ?? join(import.meta.dirname, '..'))
  for (const { name, files } of found) {
    const reason = ALLOWED[name]
    if (reason === undefined) console.error(`${name} is exported by ${files.join(', ')}: rename one, or explain it in ALLOWED`)
    else console.log(`${name}: ${files.length} files; ${reason}`)
  }
  for (const name of Object.keys(ALLOWED).filter(name => !found.some(each => each.name === name)))
    console.error(`${name} is explained in ALLOWED, but no two files export it: remove the line`)
  const unexplained = found.some(({ name }) => ALLOWED[name] === undefined)
  process.exitCode = unexplained || Object.keys(ALLOWED).some(name => !found.some(each => each.name === name)) ? 1 : 0
}

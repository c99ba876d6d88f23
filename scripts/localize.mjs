import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { minifySync, parseSync } from 'vite'
import { locales } from './messages.mjs'

/**
 * The browser gets each script in one language: `/assets/<locale>/<name>.js`. The scripts are built once, with a placeholder
 * `__message("<name>#<hash>")` for each message, which is then replaced by the function that returns the message in that language. The
 * hash is of all languages, so a script has the same name in each, and another name when a message changes in any of them.
 */
const compiled = fileURLToPath(new URL('../.messages/locales', import.meta.url))
const PREFIX = '\0message:'
const PLACEHOLDER = /(?<assigned>=?)__message\((?<quote>["'`])(?<name>\w+)#\w+\k<quote>(?<end>,|\)(?<last>[,;])?)/g

/** The plural form "other" is for all other numbers, so what the compiler adds after it never happens. */
const AFTER_OTHER = /\n\tif \(\w+ === "other"\) (return [^\n]*;)\n\treturn [^\n]*;/g

/** The source of each message's function in a language, by name. @returns {Map<string, string>} */
function functionsOf(locale) {
  const file = join(compiled, 'messages', `${locale}.js`)
  const source = readFileSync(file, 'utf8').replace(AFTER_OTHER, '\n\t$1')
  const { code, errors } = minifySync(file, source, { module: true, mangle: { toplevel: false } })
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const exported = parseSync(file, code).program.body.flatMap(({ declaration }) => declaration?.declarations ?? [])
  return new Map(exported.map(({ id, init }) => [id.name, code.slice(init.start, init.end)]))
}

/** @returns {Map<string, Map<string, string>>} the functions of every language, by locale and name */
const allFunctions = () => new Map(locales.map(locale => [locale, functionsOf(locale)]))

const usesPlural = source => source.includes('registry.plural(')

/** Gives each message a module of its own with a placeholder, so that a page loads only the messages that it uses. @returns {import('vite').Plugin} */
export function messagePlaceholders() {
  /** @type {Map<string, string>} the modules by id */
  const modules = new Map()
  return {
    name: 'message-placeholders',
    enforce: 'pre',
    buildStart() {
      const functions = [...allFunctions().values()]
      const names = [...functions[0].keys()]
      for (const name of names) {
        const sources = functions.map(each => each.get(name))
        const key = JSON.stringify(`${name}#${createHash('sha256').update(sources.join('\n')).digest('hex').slice(0, 8)}`)
        const code = sources.some(usesPlural)
          ? `import { registry } from '${PREFIX}registry'\nexport const ${name} = /* @__PURE__ */ __message(${key}, registry)`
          : `export const ${name} = /* @__PURE__ */ __message(${key})`
        modules.set(PREFIX + name, code)
      }
      modules.set(
        `${PREFIX}registry`,
        `import { plural } from ${JSON.stringify(join(compiled, 'registry.js'))}\nexport const registry = { plural }`,
      )
      // The language of a script is fixed, so it is never asked for.
      modules.set('#messages/runtime', 'export const overwriteGetLocale = () => {}')
      modules.set('#messages', names.map(name => `export * from '${PREFIX}${name}'`).join('\n'))
    },
    resolveId: id => (modules.has(id) ? { id, moduleSideEffects: false } : null),
    load: id => modules.get(id) ?? null,
  }
}

/** Replaces the placeholders of a script, and the paths of other scripts in it. @param {string[]} scripts names of all scripts */
function localize(code, { locale, functions, scripts }) {
  const localized = code.replace(PLACEHOLDER, (...match) => {
    const { assigned, name, end, last } = match.at(-1)
    const source = functions.get(name)
    if (source === undefined) throw new Error(`There is no message ${name} in ${locale}.`)
    if (end === ',') return `${assigned}(registry=>${source})(`
    return assigned && last ? `=${source}${last}` : `${assigned}(${source})${last ?? ''}`
  })
  if (localized.includes('__message(')) throw new Error(`A script of ${locale} has a placeholder in an unknown form.`)
  return scripts.reduce((text, name) => text.replaceAll(`assets/${name}`, `assets/${locale}/${name}`), localized)
}

/** Replaces the scripts of a build by the same scripts in every language. @param assets folder of its scripts, stylesheets and fonts */
export function localizeScripts(assets) {
  const scripts = readdirSync(assets).filter(name => name.endsWith('.js'))
  const sources = scripts.map(name => [name, readFileSync(join(assets, name), 'utf8')])
  for (const [locale, functions] of allFunctions()) {
    mkdirSync(join(assets, locale), { recursive: true })
    for (const [name, code] of sources) writeFileSync(join(assets, locale, name), localize(code, { locale, functions, scripts }))
  }
  for (const name of scripts) rmSync(join(assets, name))
}

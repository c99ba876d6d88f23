import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { minifySync, parseSync } from 'vite'
import { locales } from './messages.mjs'

/**
 * The browser gets each script in one language: `/assets/<locale>/<name>.js`. The scripts are built once, with a placeholder
 * `__message("<name>#<hash>")` wherever a message is used, which is then replaced by the function that returns it in that language. The
 * hash is of all languages, so a script has the same name in each, and another name when a message changes in any of them.
 */
const compiled = fileURLToPath(new URL('../.messages/locales', import.meta.url))
const REGISTRY = '\0message-registry'
const PLACEHOLDER = /(?<assigned>=?)__message\((?<quote>["'`])(?<name>\w+)#\w+\k<quote>(?<end>,|\)(?<last>[,;]|\(\))?)/g

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

/** Puts placeholders in the place of the messages that a module uses, so that a page loads only those. @returns {import('vite').Plugin} */
export function messagePlaceholders() {
  /** @type {Map<string, { placeholder: string, isPlural: boolean }>} by the message's name */
  const placeholders = new Map()
  const modules = new Map([
    ['#messages', ''],
    // The language of a script is fixed, so it is never asked for.
    ['#messages/runtime', 'export const overwriteGetLocale = () => {}'],
    [REGISTRY, `import { plural } from ${JSON.stringify(join(compiled, 'registry.js'))}\nexport const registry = { plural }`],
  ])
  return {
    name: 'message-placeholders',
    enforce: 'pre',
    buildStart() {
      const functions = [...allFunctions().values()]
      for (const name of functions[0].keys()) {
        const sources = functions.map(each => each.get(name))
        const key = JSON.stringify(`${name}#${createHash('sha256').update(sources.join('\n')).digest('hex').slice(0, 8)}`)
        const isPlural = sources.some(usesPlural)
        placeholders.set(name, { isPlural, placeholder: `/* @__PURE__ */ __message(${key}${isPlural ? ', messageRegistry' : ''})` })
      }
    },
    resolveId: id => (modules.has(id) ? { id, moduleSideEffects: false } : null),
    load: id => modules.get(id) ?? null,
    transform(code) {
      if (!code.includes("import * as m from '#messages'")) return null
      let needsRegistry = false
      const replaced = code.replace(/\bm\.(\w+)/g, (use, name) => {
        const message = placeholders.get(name)
        if (message === undefined) return use
        needsRegistry ||= message.isPlural
        return message.placeholder
      })
      return { code: needsRegistry ? `import { registry as messageRegistry } from '${REGISTRY}'\n${replaced}` : replaced, map: null }
    },
  }
}

/** Replaces the placeholders of a script, and the paths of other scripts in it. @param {string[]} scripts names of all scripts */
function localize(code, { locale, functions, scripts }) {
  const localized = code.replace(PLACEHOLDER, (...match) => {
    const { assigned, name, end, last } = match.at(-1)
    const source = functions.get(name)
    if (source === undefined) throw new Error(`There is no message ${name} in ${locale}.`)
    // The call of a message without parameters is its text.
    if (last === '()' && source.startsWith('()=>')) return assigned + source.slice('()=>'.length)
    if (end === ',') return `${assigned}(registry=>${source})(`
    return assigned && last && last !== '()' ? `=${source}${last}` : `${assigned}(${source})${last ?? ''}`
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

import { createHash } from 'node:crypto'
import fs, { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const project = join(root, 'project.inlang')
const out = join(root, '.messages')
const stamp = join(out, 'stamp')

export const {
  baseLocale,
  locales,
  'plugin.inlang.messageFormat': format,
} = JSON.parse(readFileSync(join(project, 'settings.json'), 'utf8'))
const pathsOf = locale => format.pathPattern.map(pattern => join(root, pattern.replace('{locale}', locale)))

/**
 * The messages of a locale by name. Each is a text, or variants of a text with the selectors that choose between them.
 * @returns {Record<string, string | { declarations: string[], match: Record<string, string> }[]>}
 */
export const messagesOf = locale => Object.assign({}, ...pathsOf(locale).map(path => JSON.parse(readFileSync(path, 'utf8'))))

/** The names of a message's parameters. */
export const inputsOf = message =>
  typeof message === 'string'
    ? [...new Set([...message.matchAll(/\{(\w+)\}/g)].map(match => match[1]))]
    : message[0].declarations.flatMap(declaration => /^input (\w+)$/.exec(declaration)?.[1] ?? [])

function types() {
  const lines = Object.entries(messagesOf(baseLocale)).map(([name, message]) => {
    const inputs = inputsOf(message).map(input => `${input}: string | number`)
    return `export declare const ${name}: (${inputs.length === 0 ? '' : `inputs: { ${inputs.join('; ')} }`}) => string`
  })
  return `${lines.join('\n')}\nexport {}\n`
}

/** Lists of messages that screens find by the code of an error, `error_CODE`, or of a rule for fields, `rule_CODE`. */
const LISTS = { errorTexts: 'error_', ruleTexts: 'rule_' }

function lists() {
  const names = Object.keys(messagesOf(baseLocale))
  const toList = ([list, prefix]) => {
    const lines = names.filter(name => name.startsWith(prefix)).map(name => `  ${name}: m.${name},\n`)
    return `export const ${list} = {\n${lines.join('')}}\n`
  }
  return ["import * as m from '#messages'\n", ...Object.entries(LISTS).map(toList)].join('\n')
}

const listTypes = () =>
  Object.keys(LISTS)
    .map(list => `export declare const ${list}: Readonly<Record<string, (inputs: Record<string, string | number>) => string>>\n`)
    .join('')

/** A file system for the compiler, which ignores failed writes: `throwFailure` throws the first failure. */
function fileSystem() {
  let failure = null
  const writeFile = (...args) =>
    fs.promises.writeFile(...args).catch(error => {
      failure ??= error
    })
  const throwFailure = () => {
    if (failure !== null) throw new Error(`The messages could not be written: ${failure.message}`, { cause: failure })
  }
  return { fs: { ...fs, promises: { ...fs.promises, writeFile } }, throwFailure }
}

const NEW_RULES = 'new Intl.PluralRules(locale, options)'

/**
 * Lets the compiled messages share plural rules. The compiler makes new ones in each call, which takes about 60 µs, where choosing the form
 * takes less than one: that was a third of the time in which a page is rendered.
 * @param folder of a compiled catalogue
 */
function cachePluralRules(folder) {
  const path = join(folder, 'registry.js')
  const source = readFileSync(path, 'utf8')
  if (!source.includes(NEW_RULES)) throw new Error(`${path} does not make plural rules as expected.`)
  const cache = `
/** @type {Map<string, Intl.PluralRules>} */
const pluralRules = new Map()
/** @param {string} locale @param {Intl.PluralRulesOptions} [options] */
function cachedRules(locale, options) {
	const key = locale + (options?.type ?? '')
	let rules = pluralRules.get(key)
	if (rules === undefined) pluralRules.set(key, (rules = ${NEW_RULES}))
	return rules
}
`
  writeFileSync(path, source.replace(NEW_RULES, 'cachedRules(locale, options)') + cache)
}

/**
 * Compiles the messages to functions, unless they are up to date: one module per locale. localize.mjs makes the browser's scripts of them.
 */
export async function compileMessages() {
  const hash = createHash('sha256')
  const sources = [fileURLToPath(import.meta.url), join(project, 'settings.json'), ...locales.flatMap(pathsOf)]
  for (const path of sources) hash.update(`${path}\n${readFileSync(path)}\n`)
  const wanted = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const { compile } = await import('@inlang/paraglide-js')
  const plain = { emitGitIgnore: false, emitPrettierIgnore: false, emitReadme: false, includeEslintDisableComment: false }
  const { throwFailure, ...written } = fileSystem()
  const options = { ...written, project, strategy: ['globalVariable', 'baseLocale'], disableAsyncLocalStorage: true, ...plain }
  mkdirSync(out, { recursive: true })
  await compile({ ...options, outdir: join(out, 'locales'), outputStructure: 'locale-modules' })
  throwFailure()
  cachePluralRules(join(out, 'locales'))
  writeFileSync(join(out, 'messages.d.ts'), types())
  writeFileSync(join(out, 'errors.js'), lists())
  writeFileSync(join(out, 'errors.d.ts'), listTypes())
  writeFileSync(join(out, 'runtime.d.ts'), 'export declare function overwriteGetLocale(get: () => string): void\n')
  writeFileSync(stamp, wanted)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await compileMessages()

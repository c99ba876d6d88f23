import { readFileSync } from 'node:fs'
import * as valibot from 'valibot'

const CONTRACT = /\/features\/\w+\/contract(?:\.ts|\/[\w-]+\.ts)$/
/** The modules that make schemas, rules and rates for contracts, by the ends of their paths. */
const SCHEMAS = ['live/schemas.ts', 'live/rates.ts', 'settings/settings-schema.ts', 'text/field-rules.ts']
const PREFIX = '\0no-schemas:'

/** The arguments of a definition that only the server reads: the schema of the input, and who may call it how often with which errors. */
const SERVER_ARGUMENTS = { defineMethod: [1, 2], defineProtocolMethod: [1], definePublication: [1, 3] }

function definitionName(call) {
  const callee = call.callee.type === 'CallExpression' ? call.callee.callee : call.callee
  return callee.type === 'Identifier' ? callee.name : null
}

/** The calls that a module makes when it is loaded, inside an expression. In contracts they define something, and have no effect. */
function findCalls(node) {
  if (node === null || typeof node !== 'object' || /Function/.test(node.type)) return []
  const inside = Object.values(node).flatMap(each => (Array.isArray(each) ? each.flatMap(findCalls) : findCalls(each)))
  return node.type === 'CallExpression' ? [node, ...inside] : inside
}

/** A module with the exports of one that makes schemas. All are one function, which makes none and has no effect. */
function moduleWithoutSchemas(id) {
  const exported =
    id === 'valibot'
      ? Object.keys(valibot)
      : [...readFileSync(new URL(`../src/platform/${id}`, import.meta.url), 'utf8').matchAll(/^export const (\w+)/gm)].map(
          ([, name]) => name,
        )
  return `const none = () => null\nexport { ${exported.map(name => `none as ${name}`).join(', ')} }`
}

/** Removes the imports of a module's names that it does not use, so that no script contains a module only for their sake. */
function withoutUnusedImports(code, program) {
  const imports = program.body.filter(({ type }) => type === 'ImportDeclaration')
  const rest = imports.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), code)
  const isUsed = ({ local }) => new RegExp(`(?<![\\w$])${local.name.replaceAll('$', '\\$')}(?![\\w$])`).test(rest)
  return imports
    .filter(({ specifiers }) => specifiers.length > 0 && !specifiers.some(isUsed))
    .reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), code)
}

/**
 * Removes the schemas from the contracts in the browser's scripts. The server checks each call by them; the browser needs the names of
 * methods, publications and collections, and would otherwise load the schemas of all features and their library before the first page.
 * What is left are calls without effect. They are marked as such, because a bundler that cuts scripts into several cannot see that.
 * @returns {import('vite').Plugin}
 */
export function contractNames() {
  return {
    name: 'contract-names',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!CONTRACT.test(importer ?? '')) return null
      if (source === 'valibot') return { id: `${PREFIX}valibot`, moduleSideEffects: false }
      const schemas = SCHEMAS.find(path => source.endsWith(`/${path}`))
      return schemas === undefined ? null : { id: `${PREFIX}${schemas}`, moduleSideEffects: false }
    },
    load: id => (id.startsWith(PREFIX) ? moduleWithoutSchemas(id.slice(PREFIX.length)) : null),
    transform: {
      order: 'post',
      handler(code, id) {
        if (!CONTRACT.test(id)) return null
        const inits = this.parse(code)
          .body.flatMap(({ declaration, declarations }) => declarations ?? declaration?.declarations ?? [])
          .map(({ init }) => init)
        const calls = inits.filter(init => init?.type === 'CallExpression' && definitionName(init) in SERVER_ARGUMENTS)
        const removed = calls.flatMap(call => SERVER_ARGUMENTS[definitionName(call)].map(index => call.arguments[index]))
        const isLeft = ({ start, end }) => !removed.some(each => each.start <= start && end <= each.end)
        const edits = [
          ...removed.map(({ start, end }) => ({ start, end, text: 'null' })),
          ...inits
            .flatMap(findCalls)
            .filter(isLeft)
            .map(({ start }) => ({ start, end: start, text: '/* @__PURE__ */ ' })),
        ]
        const defined = edits
          .sort((a, b) => b.start - a.start)
          .reduce((text, edit) => `${text.slice(0, edit.start)}${edit.text}${text.slice(edit.end)}`, code)
        return withoutUnusedImports(defined, this.parse(defined))
      },
    },
  }
}

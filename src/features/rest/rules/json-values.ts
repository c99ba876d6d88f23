import type { Schema } from '#platform/live/contract.ts'

/** The parts of a schema of valibot that say how a value is written. */
interface Node {
  type: string
  wrapped?: Node
  item?: Node
  value?: Node
  literal?: unknown
  options?: readonly unknown[]
  entries?: Readonly<Record<string, Node>>
  pipe?: readonly Node[]
  kind?: string
}

/** Returns the schema inside `optional`, `nullable` and checks that come before it. */
function inside(node: Node): Node {
  if (node.wrapped !== undefined) return inside(node.wrapped)
  if (node.type !== 'custom') return node
  const next = node.pipe?.find(({ kind, type }) => kind === 'schema' && type !== 'custom')
  return next === undefined ? node : inside(next)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** RFC 3339, with an offset or Z: a time without one would be another moment for each reader. */
const DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i

/** Returns the date of a text; the text if it is none, which the schema then refuses. */
function toDate(text: string): unknown {
  const date = new Date(text)
  return DATE.test(text) && !Number.isNaN(date.getTime()) ? date : text
}

/**
 * Returns the argument that JSON stands for. JSON has no dates: where a schema has one, the text of one becomes it. Everything else stays as it
 * is, for the schema to check.
 */
export const fromJson = (schema: Schema<unknown>, json: unknown): unknown => convert(schema as unknown as Node, json)

function convert(schema: Node, json: unknown): unknown {
  const node = inside(schema)
  switch (node.type) {
    case 'date':
      return typeof json === 'string' ? toDate(json) : json
    case 'array':
      return Array.isArray(json) ? json.map(each => convert(node.item!, each)) : json
    case 'record':
      return isObject(json) ? mapValues(json, value => convert(node.value!, value)) : json
    case 'strict_object':
    case 'object':
      return isObject(json)
        ? mapValues(json, (value, key) => (Object.hasOwn(node.entries!, key) ? convert(node.entries![key]!, value) : value))
        : json
    case 'union':
    case 'variant':
      return (node.options as Node[]).reduce((converted, option) => convert(option, converted), json)
    default:
      return json
  }
}

/** The prototype of what JSON has must not change: keys such as `__proto__` stay keys. */
function mapValues(object: Record<string, unknown>, map: (value: unknown, key: string) => unknown): Record<string, unknown> {
  const mapped: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(object))
    Object.defineProperty(mapped, key, { value: map(value, key), enumerable: true, configurable: true, writable: true })
  return mapped
}

/** How a member is written in a query. */
export type QueryForm = 'text' | 'number' | 'boolean' | 'json'

/** Returns how a member is written in a query: a list or an object as JSON, everything else plainly. */
export function queryForm(schema: unknown): QueryForm {
  const node = inside(schema as Node)
  const types = node.type === 'union' ? (node.options as Node[]).map(option => inside(option)) : [node]
  const forms = new Set(types.map(formOf))
  return forms.size === 1 ? [...forms][0]! : forms.has('json') ? 'json' : 'text'
}

function formOf({ type, literal, options = [] }: Node): QueryForm {
  if (type === 'number' || typeof literal === 'number') return 'number'
  if (type === 'picklist' && options.every(option => typeof option === 'number')) return 'number'
  if (type === 'boolean' || typeof literal === 'boolean') return 'boolean'
  return ['array', 'record', 'strict_object', 'object', 'variant'].includes(type) ? 'json' : 'text'
}

/** Returns the members of a call's argument; null: it has none, or is no object. */
export const membersOf = (schema: Schema<unknown>): Readonly<Record<string, unknown>> => inside(schema as unknown as Node).entries ?? {}

/**
 * Returns the argument that a query stands for. What a parameter is not read as stays a text, which the schema then refuses; so does a name that
 * the schema does not know. A union of numbers and words, such as a round or `latest`, takes both.
 * @returns the parameter that is given twice, if one is
 */
export function fromQuery(
  schema: Schema<unknown>,
  query: Iterable<[string, string]>,
): { argument: Record<string, unknown> } | { repeated: string } {
  const members = membersOf(schema)
  const plain: Record<string, unknown> = {}
  for (const [name, text] of query) {
    if (Object.hasOwn(plain, name)) return { repeated: name }
    const member = Object.hasOwn(members, name) ? members[name] : undefined
    const value = member === undefined ? text : readText(member as Node, text)
    Object.defineProperty(plain, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return { argument: fromJson(schema, plain) as Record<string, unknown> }
}

const NUMBER = /^-?(0|[1-9]\d{0,20})(\.\d{1,20})?$/

function readText(member: Node, text: string): unknown {
  const form = queryForm(member)
  if (form === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (form === 'json') {
    try {
      return JSON.parse(text) as unknown
    } catch {
      return text
    }
  }
  const node = inside(member)
  const takesNumber =
    form === 'number' || (node.type === 'union' && (node.options as Node[]).some(option => formOf(inside(option)) === 'number'))
  return takesNumber && NUMBER.test(text) ? Number(text) : text
}

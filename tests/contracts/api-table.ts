import { type Contract, isPublication } from './all.ts'
import { type Member, parseMembers, type Shape } from './schema.ts'

/** A member's shape with more characters than this is printed once, below the tables. */
const LONG = 120

const whole = (value: number): string => (value === Number.MAX_SAFE_INTEGER ? '2^53 − 1' : String(value))

/** A shape as readable text: `text 1–60`, `1–100`, `"csv" or "json"`, `[id], 1–64`. */
export function formatShape(shape: Shape): string {
  switch (shape.kind) {
    case 'id':
    case 'date':
    case 'boolean':
      return shape.kind
    case 'new id':
      return 'UUIDv7'
    case 'text':
      return shape.max === null ? ['text', ...shape.patterns.map(({ source }) => source)].join(' ') : `text ${shape.min}–${shape.max}`
    case 'number':
      return Number.isFinite(shape.max) ? `${whole(shape.min)}–${whole(shape.max)}` : 'number'
    case 'one of':
      return shape.options.map(option => JSON.stringify(option)).join(' or ')
    case 'list':
      return `[${formatShape(shape.item)}]${shape.max === null ? '' : ` × ${shape.min}–${shape.max}`}`
    case 'record':
      return `{ [${formatShape(shape.key)}]: ${formatShape(shape.value)} }`
    case 'object':
      return formatObject(shape.members, formatShape)
    case 'either':
      return shape.options.map(formatShape).join(' or ')
  }
}

function formatObject(members: readonly Member[], getText: (shape: Shape, key: string) => string): string {
  if (members.length === 0) return '{}'
  const texts = members.map(
    ({ key, shape, optional, nullable }) => `${key}${optional ? '?' : ''}: ${getText(shape, key)}${nullable ? ' or null' : ''}`,
  )
  return `{ ${texts.join(', ')} }`
}

/**
 * A call as readable text: its name and its argument's shape.
 * @param long collects the shapes that are too long for it, by the member's name
 */
export function formatCall(contract: Contract, long: Map<string, string>): string {
  const argument = formatObject(parseMembers(contract.input), (shape, key) => {
    const text = formatShape(shape)
    if (text.length <= LONG) return text
    if (long.has(key) && long.get(key) !== text)
      throw new Error(`Two members called ${key} have long shapes that differ: give one another name`)
    long.set(key, text)
    return key
  })
  return `${contract.name} ${argument}`
}

function formatErrors({ terms }: Contract): string {
  return Object.entries(terms)
    .filter(([code]) => /^\d+$/.test(code))
    .map(([code, when]) => `${code}: ${when}`)
    .join('. ')
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')

/** The Markdown tables of `docs/api.md`, generated from the contracts. */
export function formatApiTables(contracts: readonly Contract[]): string {
  const long = new Map<string, string>()
  const methods = contracts.filter(each => !isPublication(each))
  const publications = contracts.filter(isPublication)
  const parts = [
    table(
      ['method', 'for', 'errors'],
      methods.map(each => [`\`${formatCall(each, long)}\``, each.terms.access, formatErrors(each)]),
    ),
    table(
      ['publication', 'collections', 'for', 'errors'],
      publications.map(each => [
        `\`${formatCall(each, long)}\``,
        each.collections.map(name => `\`${name}\``).join(', '),
        each.terms.access,
        formatErrors(each),
      ]),
    ),
    [...long].map(([key, text]) => `\`${key}\` is \`${text}\`.`).join('\n\n'),
  ]
  return parts.join('\n\n')
}

export const BEGIN = '<!-- written by npm run docs:api -->'
export const END = '<!-- end of what npm run docs:api writes -->'

/** Replaces the tables in the document. @throws Error if the document lacks the markers for them */
export function replaceTables(document: string, tables: string): string {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)]
  if (from < 0 || to < from) throw new Error(`The document has no place for its tables: between "${BEGIN}" and "${END}"`)
  return `${document.slice(0, from)}${BEGIN}\n\n${tables}\n\n${document.slice(to)}`
}

/** The keys of the arguments that the document describes outside the generated tables: "`name { a, b? }`" or "`name` | `{ a, b? }`". */
export function parseDocumentedCalls(document: string): { name: string; keys: string[] }[] {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)]
  const prose = document.slice(0, from) + document.slice(to)
  return [...prose.matchAll(/`([\w.]+)(?: |` \| `)(\{[^`]*\})`/g)].map(([, name, text]) => ({ name: name!, keys: keysOf(text!) }))
}

/** The top-level keys of an object in readable text, with a trailing `?` where optional. */
function keysOf(text: string): string[] {
  let inside = text.trim().slice(1, -1)
  for (let shorter = ''; shorter !== inside; ) {
    shorter = inside
    inside = inside.replaceAll(/[{[][^{}[\]]*[}\]]/g, '')
  }
  return inside
    .split(',')
    .map(part => /^\s*(\w+\??)/.exec(part)?.[1] ?? '')
    .filter(key => key !== '')
}

/** The keys of a contract's argument, in the same form. */
export const getContractKeys = (contract: Contract): string[] =>
  parseMembers(contract.input).map(({ key, optional }) => `${key}${optional ? '?' : ''}`)

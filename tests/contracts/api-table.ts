import type { CallError } from '#platform/live/call-errors.ts'
import type { Rates } from '#platform/live/rates.ts'
import { type Contract, isPublication } from './all.ts'
import { exampleMessage } from './examples.ts'
import { formatRates } from './rate-table.ts'
import { type Member, parseMembers, type Shape } from './schema.ts'
import type { ContractTypes, NamedType, TypeMember, TypeShape } from './types.ts'

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
      return `[${formatShape(shape.item)}${shape.nullableItem ? ' or null' : ''}]${shape.max === null ? '' : ` × ${shape.min}–${shape.max}`}`
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

/** `404 no-event, no-machine; 409 event-over`, each code once. */
const formatErrors = ({ terms: { errors } }: Contract): string =>
  [...new Set(errors.map(({ error }) => error))]
    .map(error => `${error} ${[...new Set(errors.filter(each => each.error === error).map(each => code(each.code)))].join(', ')}`)
    .join('; ')

/** The sentences of all errors by code: `- no-event: 404 There is no such event.` */
const formatErrorList = (errors: readonly CallError[]): string =>
  [...new Set(errors.map(each => each.code))]
    .sort()
    .map(name => {
      const sentences = errors
        .filter(each => each.code === name)
        .map(({ error, reason }) => `${error} ${code(reason)}`)
        .sort()
      return `- ${code(name)}: ${sentences.join(', ')}`
    })
    .join('\n')

/** The words of all rules for fields by code. */
const formatRules = (rules: readonly { code: string; words: string }[]): string =>
  [...new Set(rules.map(each => each.code))]
    .sort()
    .map(
      name =>
        `- ${code(name)}: ${[...new Set(rules.filter(each => each.code === name).map(({ words }) => code(words)))].sort().join(', ')}`,
    )
    .join('\n')

const code = (text: string): string => `\`${text}\``

/** Prints types of answers and documents. Those that are long or have comments are printed once, under their names. */
class TypePrinter {
  readonly #named: ReadonlyMap<string, NamedType>
  /** the names that were printed in place of a type, and may be printed more */
  readonly used = new Set<string>()

  constructor(named: ReadonlyMap<string, NamedType>) {
    this.#named = named
  }

  format(shape: TypeShape): string {
    switch (shape.kind) {
      case 'literal':
        return JSON.stringify(shape.value)
      case 'list':
        return `[${this.format(shape.item)}]`
      case 'record':
        return `{ [text]: ${this.format(shape.value)} }`
      case 'either':
        return shape.options.map(option => this.format(option)).join(' or ')
      case 'object':
        return shape.members.length === 0 ? '{}' : `{ ${shape.members.map(member => this.#formatMember(member)).join(', ')} }`
      case 'named':
        return this.#formatNamed(shape.name)
      case 'standard':
        return shape.name
      default:
        return shape.kind
    }
  }

  /** The members of a type, each in a line with its comment; for another type, what it may be. */
  list(name: string): string {
    const { shape } = this.#named.get(name)!
    const options = shape.kind === 'either' ? shape.options : [shape]
    const lines = options.flatMap(option =>
      option.kind === 'object' && options.length === 1
        ? option.members.map(member => `- ${code(this.#formatMember(member))}${member.comment === '' ? '' : `: ${member.comment}`}`)
        : [`- ${code(this.format(option))}`],
    )
    return lines.join('\n')
  }

  #formatMember({ key, shape, optional }: TypeMember): string {
    return `${key}${optional ? '?' : ''}: ${this.format(shape)}`
  }

  #formatNamed(name: string): string {
    const { shape } = this.#named.get(name)!
    const hasComments = shape.kind === 'object' && shape.members.some(({ comment }) => comment !== '')
    if (!hasComments) {
      const inside = new TypePrinter(this.#named)
      const text = inside.format(shape)
      if (text.length <= LONG) {
        for (const each of inside.used) this.used.add(each)
        return text
      }
    }
    this.used.add(name)
    return name
  }
}

/**
 * What is generated from the contracts for `docs/api.md`.
 * @param exported the name that each contract is exported by, by its own name
 * @param rates of all methods, by their names
 * @param errors of all contracts
 * @param rules for fields
 */
export function formatApi(
  contracts: readonly Contract[],
  exported: ReadonlyMap<string, string>,
  types: ContractTypes,
  rates: ReadonlyMap<string, Rates>,
  errors: readonly CallError[],
  rules: readonly { code: string; words: string }[],
): string {
  const long = new Map<string, string>()
  const printer = new TypePrinter(types.named)
  const section = (contract: Contract, gives: string): string => {
    const { name, terms } = contract
    const ofMethod = isPublication(contract) ? undefined : rates.get(name)
    const often = ofMethod === undefined ? '' : `. At most ${formatRates(ofMethod)}`
    const errors = formatErrors(contract)
    return [
      `### ${name}`,
      `${code(formatCall(contract, long))} → ${gives}`,
      types.comments.get(exported.get(name)!)!,
      `For: ${terms.access}${often}.${errors === '' ? '' : ` Errors: ${errors}.`}`,
      code(exampleMessage(contract)),
    ]
      .filter(text => text !== '')
      .join('\n\n')
  }
  const methods = contracts.filter(each => !isPublication(each))
  const methodSections = methods.map(each => section(each, code(printer.format(types.answers.get(exported.get(each.name)!)!))))
  const protocolMethods = [...rates]
    .filter(([name]) => methods.every(each => each.name !== name))
    .map(([name, own]) => `- ${code(name)}: at most ${formatRates(own)}`)
  const publications = contracts.filter(isPublication)
  const publicationSections = publications.map(each => section(each, each.collections.map(code).join(', ')))
  const collections = [...new Set(publications.flatMap(each => each.collections))].sort()
  const documentSections = collections.map(collection => {
    const type = types.documents.get(collection)
    if (type === undefined) throw new Error(`No type of a contract has the comment "A document of \`${collection}\`"`)
    return [`### Documents of ${collection}`, types.named.get(type)!.comment, printer.list(type)].join('\n\n')
  })
  const typeSections: string[] = []
  // Types refer to others, which are added to the set while it is read.
  for (const name of printer.used) {
    const { comment } = types.named.get(name)!
    typeSections.push([`### ${name}`, comment, printer.list(name)].filter(text => text !== '').join('\n\n'))
  }
  return [
    '## Methods',
    ...methodSections,
    '## Methods of Meteor and of the mission that take other arguments',
    protocolMethods.join('\n'),
    '## Publications',
    ...publicationSections,
    '## Errors',
    formatErrorList(errors),
    '## Rules for fields',
    formatRules(rules),
    '## Long arguments',
    ...[...long].map(([key, text]) => `\`${key}\` is \`${text}\`.`),
    '## Documents',
    ...documentSections,
    '## Types',
    ...typeSections.sort(),
  ].join('\n\n')
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

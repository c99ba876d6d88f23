import type { NotedStatement } from './collect.ts'
import type { ColumnKind, SourceStatement } from './source-statements.ts'

/** What the parsers of `src/platform/db/pool.ts` make of each type, by its oid. A JSON value may be of any kind that is written down. */
const KINDS: Readonly<Record<number, readonly ColumnKind[]>> = {
  16: ['boolean'],
  17: ['Buffer'],
  19: ['string'],
  20: ['number'],
  21: ['number'],
  23: ['number'],
  25: ['string'],
  114: ['boolean', 'json', 'number', 'number[]', 'string', 'string[]'],
  700: ['number'],
  701: ['number'],
  1007: ['number[]'],
  1009: ['string[]'],
  1043: ['string'],
  1184: ['Date'],
  1700: ['number'],
  3802: ['boolean', 'json', 'number', 'number[]', 'string', 'string[]'],
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Returns the pattern of the texts that a template can become: a parameter is a number, SQL is anything. */
export function toPattern({ texts, isSql }: Pick<SourceStatement, 'texts' | 'isSql'>): RegExp {
  const parts = texts.map((text, i) => `${i === 0 ? '' : isSql[i - 1] ? '[^]*?' : '\\$\\d+'}${escaped(text)}`)
  return new RegExp(`^${parts.join('')}$`)
}

/** The results of one text, of all processes that sent it. */
function merge(notes: readonly NotedStatement[]): Map<string, Required<NotedStatement>> {
  const merged = new Map<string, Required<NotedStatement>>()
  for (const { text, columns = [], nulls = [] } of notes) {
    const known = merged.get(text)
    if (known === undefined || known.columns.length === 0) merged.set(text, { text, columns, nulls: [...(known?.nulls ?? []), ...nulls] })
    else known.nulls.push(...nulls)
  }
  return merged
}

export interface Comparison {
  /** one sentence for each column that is not as its type says */
  differences: string[]
  /** where statements are that were not noted, of those that return rows */
  missing: string[]
  /** how many statements were compared */
  compared: number
}

/**
 * Finds the template of each text. SQL in a template stands for anything, so a text may match several; then it belongs to the one with the
 * most text of its own.
 */
function assign<Text extends { text: string }>(templates: readonly SourceStatement[], sent: readonly Text[]): Map<SourceStatement, Text[]> {
  const own = ({ texts }: SourceStatement): number => texts.join('').length
  const byLength = templates.toSorted((a, b) => own(b) - own(a)).map(template => ({ template, pattern: toPattern(template) }))
  const assigned = new Map<SourceStatement, Text[]>()
  for (const each of sent) {
    const first = byLength.find(({ pattern }) => pattern.test(each.text))
    const best = byLength.filter(({ template, pattern }) => first && own(template) === own(first.template) && pattern.test(each.text))
    for (const { template } of best) assigned.set(template, [...(assigned.get(template) ?? []), each])
  }
  return assigned
}

/** Compares the row types of the source with what Postgres returned for the statements that were noted. */
export function compareRows(source: readonly SourceStatement[], notes: readonly NotedStatement[]): Comparison {
  const statements = source.filter(each => each.executed)
  const assigned = assign(statements, [...merge(notes).values()])
  const differences = [...assigned].flatMap(([statement, results]) =>
    results.flatMap(result => findDifferences(statement, result)).map(what => `${statement.where} ${what}`),
  )
  const missing = statements.filter(each => !assigned.has(each) && each.type !== 'never').map(({ where }) => where)
  return { differences: [...new Set(differences)], missing, compared: assigned.size }
}

function findDifferences({ row, type }: SourceStatement, { columns, nulls }: Required<NotedStatement>): string[] {
  if (columns.length === 0) return []
  if (row === null) return type === 'never' ? ['returns columns, and its type is never'] : [`has the type ${type}, which is no row`]
  const found: string[] = []
  const names = columns.map(({ name }) => name)
  if (new Set(names).size < names.length) found.push(`returns two columns of the same name: ${names.join(', ')}`)
  for (const name of row.keys()) if (!names.includes(name)) found.push(`does not return ${name}`)
  for (const { name, type: oid } of columns) {
    const column = row.get(name)
    const kinds = KINDS[oid]
    if (column === undefined) found.push(`returns ${name}, which its type lacks`)
    else if (kinds === undefined) found.push(`returns ${name} of the type ${oid}, which tests/statements/compare-rows.ts does not know`)
    else if (column.kinds.some(kind => !kinds.includes(kind)))
      found.push(`returns ${name} as ${kinds.join(' or ')}, and its type says ${column.kinds.join(' | ')}`)
    else if (!column.nullable && nulls.includes(name)) found.push(`returned NULL as ${name}, and its type does not say so`)
  }
  return found
}

import { sql } from 'kysely'

/**
 * Put at the start of a statement that takes longer to plan than to run: each connection then plans it once. Only for statements with few
 * different texts, since every text is kept.
 */
export const PREPARED = sql<never>`/* planned once */`

const names = new Map<string, string>()

/** Returns the name under which Postgres keeps a statement prepared; undefined: the statement is planned at every call. */
export function statementName(text: string): string | undefined {
  if (!text.trimStart().startsWith('/* planned once */')) return undefined
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `planned_${names.size}`
  names.set(text, name)
  return name
}

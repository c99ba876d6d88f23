import { sql } from 'kysely'

/** At the head of a statement that takes longer to plan than to run: each connection plans it once. For texts of which there are few. */
export const PREPARED = sql`/* planned once */`

const names = new Map<string, string>()

/** What Postgres is to remember a statement's plan by; undefined: it is planned at every call. */
export function statementName(text: string): string | undefined {
  if (!text.trimStart().startsWith('/* planned once */')) return undefined
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `planned_${names.size}`
  names.set(text, name)
  return name
}

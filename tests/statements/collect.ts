import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** The environment variable with the folder to which processes write their statements. */
export const FOLDER = 'STATEMENTS_FOLDER'

/** A line that a process writes: a statement that it has sent, and what Postgres returned, if it returned rows. */
export interface NotedStatement {
  text: string
  /** the columns of the result; `type`: the oid of their type */
  columns?: { name: string; type: number }[]
  /** the columns that were NULL in any of these rows */
  nulls?: string[]
}

const folder = process.env[FOLDER]
const seen = new Set<string>()

function note(statement: NotedStatement): void {
  const line = JSON.stringify(statement)
  if (seen.has(line)) return
  seen.add(line)
  appendFileSync(join(folder!, `${process.pid}.jsonl`), `${line}\n`)
}

/** For one statement: the columns that have been NULL so far. */
const nulls = new Map<string, Set<string>>()

function noteResult(text: string, { fields, rows }: pg.QueryResult): void {
  if (fields.length === 0) return
  const known = nulls.get(text) ?? new Set<string>()
  nulls.set(text, known)
  for (const row of rows) for (const { name } of fields) if (row[name] === null) known.add(name)
  note({ text, columns: fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })), nulls: [...known].sort() })
}

/** If the variable is set, notes each statement that this process sends to Postgres, once, and the columns of its results. */
if (folder !== undefined && folder !== '') {
  const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown }
  const noting = function (this: unknown, ...args: unknown[]): unknown {
    const [first] = args
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text
    const result = query.apply(this, args)
    if (typeof text !== 'string') return result
    note({ text })
    // A query that is sent with a callback returns no promise; the application's own statements return one.
    if (result instanceof Promise)
      result.then(
        (answer: pg.QueryResult) => Array.isArray(answer.fields) && noteResult(text, answer),
        () => {},
      )
    return result
  }
  Object.assign(pg.Client.prototype, { query: noting })
}

/** Returns everything that the processes of the integration suite have noted. */
export function readNotes(): NotedStatement[] {
  const files = readdirSync(folder!).map(file => readFileSync(join(folder!, file), 'utf8').trimEnd())
  return files.flatMap(text => text.split('\n')).map(line => JSON.parse(line) as NotedStatement)
}

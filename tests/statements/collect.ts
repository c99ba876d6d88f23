import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** The environment variable with the folder to which processes write their statements. */
export const FOLDER = 'STATEMENTS_FOLDER'

const folder = process.env[FOLDER]
const seen = new Set<string>()

/** If the variable is set, writes the text of each statement that this process sends to Postgres to a file, once, as a line of JSON. */
if (folder !== undefined && folder !== '') {
  const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown }
  const noting = function (this: unknown, ...args: unknown[]): unknown {
    const [first] = args
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text
    if (typeof text === 'string' && !seen.has(text)) {
      seen.add(text)
      appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(text)}\n`)
    }
    return query.apply(this, args)
  }
  Object.assign(pg.Client.prototype, { query: noting })
}

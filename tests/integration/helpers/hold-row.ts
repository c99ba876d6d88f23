import type { TestApp } from './test-app.ts'

/**
 * Locks the only row of a table while something happens. With a cursor of the change log, all that happens meanwhile is read together
 * afterwards, however long it takes.
 */
export async function holdRow<T>({ app }: TestApp, table: 'webhook_cursor' | 'notification_cursor', happen: () => Promise<T>): Promise<T> {
  const client = await app.database.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(`SELECT n FROM ${table} FOR UPDATE`)
    return await happen()
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

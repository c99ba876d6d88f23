import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { sanitise } from '#ddp/wire/error.ts'
import { openDatabase } from './database.ts'
import { createPool } from './pool.ts'

it('an unreachable database is reported as unavailable, in a sentence without the cause', async () => {
  const nowhere = createPool({ host: '/nowhere', port: 5432, user: 'app', database: 'app' }, () => {})
  const database = openDatabase(nowhere)
  const causes: unknown[] = []
  for (const ask of [
    () => sql`SELECT 1`.execute(database.db),
    () => database.transaction(async () => {}),
    () => database.readSnapshot(async () => {}),
    () => database.read(db => sql`SELECT 1`.execute(db)),
  ]) {
    const error = await ask().then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(sanitise(error, cause => causes.push(cause))).toMatchObject({
      error: 500,
      reason: 'The site cannot reach its database just now. Please try again in a moment.',
    })
  }
  expect(causes).toEqual([])
  await database.close()
})

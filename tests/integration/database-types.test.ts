import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { describeSchema } from '../database/describe-schema.ts'

it('the types of the tables are those of the migrated schema; if not, run `npm run db:types`', async () => {
  const { template, ...address } = inject('postgres')
  const client = new pg.Client({ ...address, database: template })
  await client.connect()
  const text = await describeSchema(client).finally(() => client.end())
  expect(readFileSync(new URL('../../src/platform/db/schema.ts', import.meta.url), 'utf8')).toBe(text)
})

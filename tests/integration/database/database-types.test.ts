import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { describeSchema } from '../../database/describe-schema.ts'

it('the types of the tables are those of the migrated schema; `npm run db:types` writes them', async () => {
  const { template, ...address } = inject('postgres')
  const client = new pg.Client({ ...address, database: template })
  await client.connect()
  const text = await describeSchema(client).finally(() => client.end())
  await expect(text).toMatchFileSnapshot('../../../src/platform/db/schema.ts')
})

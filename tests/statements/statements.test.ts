import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import { readNotes } from './collect.ts'

/** The statements that Postgres can prepare: neither DDL nor transaction control. */
const PREPARABLE = /^\s*(?:--[^\n]*\n\s*)*(?:select|insert|update|delete|merge|with|values)\b/i
/** Several statements in one text: only tests send such, and only one statement can be prepared. */
const SEVERAL = /;\s*\S/
/** undefined_table: the statement uses a table that a test or a transaction creates for itself */
const NO_TABLE = '42P01'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim()
const src = fileURLToPath(new URL('../../src', import.meta.url))
/** The source of all migrations. Their statements use columns that a later one may drop; this Postgres ran them when the database was made. */
const MIGRATIONS = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('migrations.ts'))
  .map(file => collapsed(readFileSync(join(src, file), 'utf8')))

/** Every different statement that the integration suite has sent. */
function collected(): string[] {
  return [...new Set(readNotes().map(({ text }) => text))].filter(
    text => PREPARABLE.test(text) && !SEVERAL.test(text) && !MIGRATIONS.some(source => source.includes(collapsed(text))),
  )
}

it('this Postgres understands every statement that the integration suite sends, with the tables of the last migration', async () => {
  const texts = collected()
  expect(texts.length).toBeGreaterThan(300)
  const refused: string[] = []
  const client = await testApp.app.database.pool.connect()
  try {
    for (const text of texts) {
      try {
        await client.query(`PREPARE collected AS ${text.replace(/;\s*$/, '')}`)
        await client.query('DEALLOCATE collected')
      } catch (error) {
        if ((error as { code?: string }).code !== NO_TABLE) refused.push(`${error}: ${text}`)
      }
    }
  } finally {
    client.release()
  }
  console.info(`${texts.length} statements were prepared`)
  expect(refused).toEqual([])
})

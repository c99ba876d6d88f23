import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toMatchPlayFile } from '#machines/rules/match-play-fixture.ts'
import { importOpdb } from '#machines/server/catalogue/load.ts'
import { readOpdbFile } from '#machines/ui/opdb-records.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { dumpTables } from '../helpers/db.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { runProgram } from '../helpers/run-program.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, signUp } from '../helpers/users.ts'

const file = fileURLToPath(new URL('../../../../shared/data/opdb-export.json', import.meta.url))

interface Found {
  machineId: string
  name: string
  manufacturer: string
  year: number | null
}

/** The whole OPDB catalogue, which is not part of this repository. */
describe('with the whole OPDB catalogue', () => {
  let testApp: TestApp
  let client: DdpTestClient
  let records: { [field: string]: unknown; opdb_id: string; name: string }[]

  beforeAll(async () => {
    testApp = await createTestApp({ config: { rateLimits: 'off' } })
    client = await DdpTestClient.open(testApp.endpoint)
    records = JSON.parse(readFileSync(file, 'utf8')) as typeof records
  })
  afterAll(() => testApp.close())

  const search = (text: string, limit = 10): Promise<Found[]> => client.call('machines.search', { text, limit })
  const names = async (text: string): Promise<string[]> => (await search(text)).map(({ name }) => name)

  it('imports every record or says why not, tells live readers, and changes nothing the second time', async () => {
    await client.subscribe('machines.browse', { text: 'attack from mars' })
    const first = await importOpdb(testApp.app.database, records)
    expect(first.added + first.changed + first.unchanged + first.refused.length).toBe(records.length)
    expect(first.added).toBeGreaterThan(2000)
    expect(first.refused.every(({ reason }) => reason.length > 10)).toBe(true)
    await testApp.app.changeLog.publish(first.changes)
    await client.waitUntil(() => client.documents('machines').size > 1)
    const before = await dumpTables(testApp)
    const again = await importOpdb(testApp.app.database, records)
    expect(again).toMatchObject({ added: 0, changed: 0, unchanged: records.length - first.refused.length, changes: [] })
    expect(await dumpTables(testApp)).toBe(before)
  })

  it('gives the same rows in the shape in which Match Play publishes it, by the command too', async () => {
    const before = await dumpTables(testApp)
    const published = join(testApp.dataDir, 'latest-opdb.json')
    writeFileSync(published, JSON.stringify(toMatchPlayFile(records)))
    const { code, out } = await runProgram(testApp, 'import', [published])
    expect([code, out]).toEqual([0, `0 added, 0 changed, ${records.length} unchanged, 0 refused\n`])
    expect(await dumpTables(testApp)).toBe(before)
  })

  it.each([
    ['OPDB exports it', () => records],
    ['Match Play publishes it', () => toMatchPlayFile(records)],
  ])('is taken from the administration in parts, as its page sends them, as %s', async (_, json) => {
    const admin = await signUp(testApp, `boss-${uuidv7().slice(-12)}`)
    await grantRoles(testApp, admin.id, ['admin'])
    const parts = readOpdbFile(JSON.stringify(json()))!
    // An administrator has sixty calls a minute.
    expect(parts.length).toBeLessThan(50)
    const total = { added: 0, changed: 0, unchanged: 0, refused: 0 }
    for (const part of parts) {
      const counts = await admin.client.call<typeof total>('machines.import', { records: part })
      for (const key of ['added', 'changed', 'unchanged', 'refused'] as const) total[key] += counts[key]
    }
    expect(total).toMatchObject({ added: 0, changed: 0 })
    expect(total.unchanged + total.refused).toBe(records.length)
  })

  it('keeps what somebody edited, and refreshes the rest', async () => {
    const { pool } = testApp.app.database
    const { rows } = await pool.query<{ id: string; opdb_id: string }>('SELECT id, opdb_id FROM machines WHERE opdb_id IS NOT NULL LIMIT 1')
    const [machine] = rows
    await pool.query(`UPDATE machines SET name = 'Edited', year = 1999, edited = '{name}' WHERE id = $1`, [machine!.id])
    const { added, changed, changes } = await importOpdb(testApp.app.database, records)
    expect([added, changed, changes.length]).toEqual([0, 1, 1])
    const after = await pool.query<{ name: string; year: number | null }>('SELECT name, year FROM machines WHERE id = $1', [machine!.id])
    expect(after.rows[0]!.name).toBe('Edited')
    expect(after.rows[0]!.year).not.toBe(1999)
    await testApp.app.changeLog.publish(changes)
  })

  it.each<[typed: string, meant: string]>([
    ['ADDAMS', 'The Addams Family'],
    ['addams fam', 'The Addams Family'],
    ['family addams', 'The Addams Family'],
    ['tmnt', 'Teenage Mutant Ninja Turtles'],
    ['medieval madness', 'Medieval Madness'],
    ['medival madnes', 'Medieval Madness'],
    ['atack mars', 'Attack from Mars'],
    ['mars attack', 'Attack from Mars'],
    ['attack from', 'Attack from Mars'],
    ['tron legacy', 'Disney TRON: Legacy'],
    ["elvira's", "Elvira's House of Horrors"],
    ['twilight zne', 'Twilight Zone'],
    ['t2', 'Terminator 2: Judgment Day'],
    ['afm', 'Attack from Mars'],
    ['cactus canyon', 'Cactus Canyon'],
    ['williams indiana', 'Indiana Jones: The Pinball Adventure'],
    ['gottlieb black hole', 'Black Hole'],
    ['  godzilla!! ', 'Godzilla'],
    ['pókerino', 'Pokerino'],
  ])('finds, for “%s”, %s among the first', async (typed, meant) => {
    const found = await names(typed)
    expect(
      found.slice(0, 6).some(name => name.startsWith(meant)),
      found.join(' | '),
    ).toBe(true)
  })

  it('finds no machine for text that matches none, and treats wildcard characters literally', async () => {
    for (const text of ['qqqqqqqq', '%%%%', '____', '\\\\', '***', '%_\\']) {
      const found = await names(text)
      if (/\p{L}/u.test(text)) expect(found).toEqual([])
    }
    expect(await search('a', 100)).toHaveLength(100)
    expect(await search('a', 1)).toHaveLength(1)
  })

  it('answers within the time limit', async () => {
    const texts = ['a', 'the', 'addams', 'medival madnes', 'atack mars', 'tmnt', 'star', 'xyzzy plugh', 'indiana jones williams 1993', '']
    const times: number[] = []
    for (let i = 0; i < 200; i++) {
      const start = performance.now()
      await search(texts[i % texts.length]!, 20)
      times.push(performance.now() - start)
    }
    times.sort((a, b) => a - b)
    const at = (share: number): string => times[Math.floor(share * times.length)]!.toFixed(1)
    process.stdout.write(`machines.search over ${records.length} records: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms\n`)
    expect(times).toHaveLength(200)
  })
})

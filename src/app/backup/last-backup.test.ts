import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readLastBackup, recordBackup } from './last-backup.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'skillshot-last-backup-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const at = new Date('2026-11-24T03:00:00Z')

it('reads the last backup that was recorded, also a failed one', async () => {
  expect(await readLastBackup(dataDir)).toBeNull()
  await recordBackup(dataDir, { at, bytes: 1234 })
  expect(await readLastBackup(dataDir)).toEqual({ at, bytes: 1234 })
  await recordBackup(dataDir, { at, bytes: null })
  expect(await readLastBackup(dataDir)).toEqual({ at, bytes: null })
})

it.each(['', '{"at":', '{"at":"yesterday","bytes":1}', '{"at":"2026-11-24T03:00:00Z","bytes":-1}', '{}'])(
  'counts a record that cannot be read as none: %s',
  async text => {
    await writeFile(join(dataDir, 'last-backup.json'), text)
    expect(await readLastBackup(dataDir)).toBeNull()
  },
)

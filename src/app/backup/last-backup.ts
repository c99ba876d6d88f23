import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { BackupRecord } from '#admin/contract.ts'

const recordSchema = v.object({
  at: v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.transform(text => new Date(text)),
  ),
  bytes: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
})

const fileIn = (dataDir: string): string => join(dataDir, 'last-backup.json')

/** Records in the data folder how a backup ended, for the dashboard of the administration. */
export async function recordBackup(dataDir: string, record: BackupRecord): Promise<void> {
  const part = `${fileIn(dataDir)}.part`
  await writeFile(part, `${JSON.stringify(record)}\n`)
  await rename(part, fileIn(dataDir))
}

/** @returns null if no backup is recorded, or the record cannot be read */
export async function readLastBackup(dataDir: string): Promise<BackupRecord | null> {
  try {
    return v.parse(recordSchema, JSON.parse(await readFile(fileIn(dataDir), 'utf8')))
  } catch {
    return null
  }
}

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { BackupTarget } from '#platform/settings/settings-schema.ts'
import { backupFileName } from './backup-file.ts'
import { openTarget } from './targets.ts'

const dir = mkdtempSync(join(tmpdir(), 'skillshot-targets-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const bucket = (prefix: string): BackupTarget => ({
  kind: 's3',
  endpoint: 'http://127.0.0.1:9',
  region: 'us-east-1',
  bucket: 'backups',
  prefix,
  accessKeyId: 'key',
  secretAccessKey: 'secret',
})
const name = (n: number): string => backupFileName(n * 1000, Buffer.alloc(4))

it('deletes what former tries for the bucket have left in the folder, and nothing else there', async () => {
  const target = openTarget(bucket('ours/'), dir)
  const other = openTarget(bucket('theirs/'), dir)
  const folder = openTarget({ kind: 'folder' }, dir)
  const kept = [
    target.draft(name(1)),
    `${target.draft(name(1))}.part`,
    other.draft(name(2)),
    folder.draft(name(2)),
    `${folder.draft(name(3))}.part`,
    'by-hand.tar',
    basename(target.draft(name(2))).replace('skillshot', 'something'),
  ].map(file => basename(file))
  for (const file of [...kept, basename(target.draft(name(2))), `${basename(target.draft(name(3)))}.part`])
    writeFileSync(join(dir, file), '')
  await folder.clearOthers(name(1))
  expect(readdirSync(dir)).toHaveLength(kept.length + 2)
  await target.clearOthers(name(1))
  expect(readdirSync(dir).sort()).toEqual(kept.sort())
})

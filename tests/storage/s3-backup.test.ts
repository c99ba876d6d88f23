import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ArchiveReader } from '#app/backup/archive-reader.ts'
import { ArchiveWriter } from '#app/backup/archive-writer.ts'
import { FORMAT, MANIFEST, TITLE } from '#app/backup/manifest.ts'
import { ObjectCopier, restoreObjects } from '#app/backup/object-store.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { LocalDisk } from '#platform/storage/local-disk.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { StorageHarness } from './harness.ts'
import { startS3Harness } from './s3-harness.ts'

const dir = mkdtempSync(join(tmpdir(), 'skillshot-s3-backup-'))
let harness: StorageHarness

beforeAll(async () => {
  harness = await startS3Harness()
}, 120_000)
afterAll(async () => {
  await harness.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Copies the objects of one storage to another by means of a backup. @returns their number */
async function moved(name: string, from: Storage, to: Storage): Promise<number> {
  const writer = await ArchiveWriter.create(join(dir, name), 0)
  await writer.add(TITLE, '')
  const objects = new ObjectCopier(from, writer)
  await objects.copy('', false)
  const manifest = { format: FORMAT, at: '', migrations: [], tables: [], sequences: {}, files: 0, objects: objects.copied }
  await writer.add(MANIFEST, JSON.stringify(manifest))
  await writer.finish()
  const reader = await ArchiveReader.open(join(dir, name))
  return restoreObjects(reader, to).finally(() => reader.close())
}

it('backs up the pictures of a disk into an S3, which serves them as pictures, and those of an S3 onto a disk', async () => {
  const disk = (name: string): LocalDisk =>
    new LocalDisk({ root: join(dir, name), secret: () => '', clock: systemClock, address: () => '' })
  const keys = Array.from({ length: 30 }, (_, i) => `pictures/scorePicUpload/${i}/full.${i % 2 === 0 ? 'jpg' : 'webp'}`)
  const [from, to] = [disk('from'), disk('to')]
  for (const key of keys) await from.write(key, Buffer.from(`content of ${key}`))
  expect(await moved('up.tar', from, harness.storage)).toBe(30)
  const served = await fetch(`${harness.site}/storage/${keys[1]}`)
  expect([served.status, served.headers.get('content-type'), await served.text()]).toEqual([200, 'image/webp', `content of ${keys[1]}`])
  expect(await moved('down.tar', harness.storage, to)).toBe(30)
  for (const key of keys) expect(String(await to.read(key))).toBe(`content of ${key}`)
})

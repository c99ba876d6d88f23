import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { LocalDisk } from '#platform/storage/local-disk.ts'
import type { StoredObject } from '#platform/storage/storage.ts'
import { ArchiveReader } from './archive-reader.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { FORMAT, MANIFEST, OBJECTS, TITLE } from './manifest.ts'
import { ObjectCopier, restoreObjects } from './object-store.ts'

const dir = mkdtempSync(join(tmpdir(), 'skillshot-objects-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const disk = (name: string, Kind = LocalDisk): LocalDisk =>
  new Kind({ root: join(dir, name), secret: () => 'none', clock: systemClock, address: () => '' })

/** A storage that deletes some pictures as soon as it has listed them, and that also lists objects of others. */
class Restless extends LocalDisk {
  override async *list(prefix: string): AsyncIterable<StoredObject> {
    for await (const object of super.list(prefix)) {
      if (object.key.includes('leaving')) await this.remove([object.key])
      yield object
    }
    for (const key of ['somebody else’s.txt', 'k'.repeat(290)]) yield { key, bytes: 1, modifiedAt: new Date(0) }
  }
}

it('copies each object once, counts those that go meanwhile, and leaves out what is none of ours', async () => {
  const from = disk('from', Restless)
  const keys = Array.from({ length: 20 }, (_, i) => `pictures/scorePicUpload/${i}/full.jpg`)
  for (const key of [...keys, 'incoming/waiting.jpg', 'pictures/leaving/full.jpg', 'pictures/leaving/small.jpg'])
    await from.write(key, Buffer.from(key))
  const writer = await ArchiveWriter.create(join(dir, 'objects.tar'), 0)
  await writer.add(TITLE, '')
  const objects = new ObjectCopier(from, writer)
  await objects.copy('incoming/', true)
  await objects.copy('incoming/', true)
  await objects.copy('', false)
  expect(objects).toMatchObject({ copied: 21, vanished: 2 })
  expect(objects.unknown).toBeGreaterThanOrEqual(2)
  const manifest = { format: FORMAT, at: '', migrations: [], tables: [], sequences: {}, files: 0, objects: objects.copied }
  await writer.add(MANIFEST, JSON.stringify(manifest))
  await writer.finish()

  const reader = await ArchiveReader.open(join(dir, 'objects.tar'))
  const names: string[] = []
  for await (const { name } of reader.entries(OBJECTS)) names.push(name)
  expect(new Set(names).size).toBe(names.length)
  const to = disk('to')
  expect(await restoreObjects(reader, to)).toBe(21)
  await reader.close()
  for (const key of [...keys, 'incoming/waiting.jpg']) expect(String(await to.read(key))).toBe(key)
})

it('leaves out what others have put beside the pictures, without reading it', async () => {
  const from = disk('shared')
  const theirs = [
    'skillshot-20261124-040506-0a1b2c3d.tar',
    'backups/skillshot-20261124-040506-0a1b2c3d.tar',
    'pictures.tar',
    'other/full.jpg',
  ]
  for (const key of [...theirs, 'pictures/siteLogoUpload/1/full.jpg', 'incoming/waiting.jpg']) await from.write(key, Buffer.from(key))
  const read = vi.spyOn(from, 'read')
  const writer = await ArchiveWriter.create(join(dir, 'shared.tar'), 0)
  const objects = new ObjectCopier(from, writer)
  await objects.copy('', false)
  await writer.discard()
  expect(objects).toMatchObject({ copied: 2, unknown: theirs.length })
  expect(read.mock.calls.flat().sort()).toEqual(['incoming/waiting.jpg', 'pictures/siteLogoUpload/1/full.jpg'])
})

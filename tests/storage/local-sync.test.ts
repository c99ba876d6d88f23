import { existsSync, fstatSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clientForm, postForm } from './form.ts'
import { createPostRequest } from './harness.ts'
import { type LocalHarness, startLocalHarness } from './local-harness.ts'

const KEY = 'incoming/score.jpg'
let harness: LocalHarness

beforeEach(async () => {
  harness = await startLocalHarness()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await harness.close()
})

interface Sync {
  /** Size of the file in bytes; null for a folder. */
  bytes: number | null
  ino: number
  /** True if the object was already visible. */
  shown: boolean
}

/** Records every successful fsync. */
async function watchSyncs(): Promise<Sync[]> {
  const some = await open(harness.root)
  const handles = Object.getPrototypeOf(some) as FileHandle
  await some.close()
  const { sync } = handles
  const synced: Sync[] = []
  vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
    const found = fstatSync(this.fd)
    await sync.call(this)
    synced.push({ bytes: found.isDirectory() ? null : found.size, ino: found.ino, shown: existsSync(join(harness.root, KEY)) })
  })
  return synced
}

it('an upload is on the disk, whole, before it takes its place and is answered', async () => {
  const synced = await watchSyncs()
  const form = clientForm(harness.storage.presign(createPostRequest(KEY)).postData, Buffer.alloc(50_000, 'x'))
  expect((await postForm(`${harness.site}/storage`, form)).status).toBe(204)
  expect(synced).toContainEqual(expect.objectContaining({ bytes: 50_000, shown: false }))
})

it('so is a file that the server writes by itself', async () => {
  const synced = await watchSyncs()
  await harness.storage.write(KEY, Buffer.alloc(1000, 'x'))
  expect(synced).toContainEqual(expect.objectContaining({ bytes: 1000, shown: false }))
})

it('its name, and that of each folder made for it, is on the disk as well before it is answered', async () => {
  const synced = await watchSyncs()
  await harness.storage.write(KEY, Buffer.alloc(1000, 'x'))
  for (const folder of [harness.root, join(harness.root, dirname(KEY))])
    expect(synced).toContainEqual({ bytes: null, ino: statSync(folder).ino, shown: true })
})

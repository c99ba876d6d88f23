import { existsSync, fstatSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clientForm, post } from './form.ts'
import { type LocalStand, localStand } from './local-stand.ts'
import { request } from './stand.ts'

const KEY = 'incoming/score.jpg'
let stand: LocalStand

beforeEach(async () => {
  stand = await localStand()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await stand.close()
})

/** Notes each fsync that has succeeded: the bytes that the file had, and whether the object was to be seen already. */
async function watchSyncs(): Promise<{ bytes: number; shown: boolean }[]> {
  const some = await open(stand.root)
  const handles = Object.getPrototypeOf(some) as FileHandle
  await some.close()
  const { sync } = handles
  const synced: { bytes: number; shown: boolean }[] = []
  vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
    const bytes = fstatSync(this.fd).size
    await sync.call(this)
    synced.push({ bytes, shown: existsSync(join(stand.root, KEY)) })
  })
  return synced
}

it('an upload is on the disk, whole, before it takes its place and is answered', async () => {
  const synced = await watchSyncs()
  const form = clientForm(stand.storage.presign(request(KEY)).postData, Buffer.alloc(50_000, 'x'))
  expect((await post(`${stand.site}/storage`, form)).status).toBe(204)
  expect(synced).toContainEqual({ bytes: 50_000, shown: false })
})

it('so is a file that the server writes by itself', async () => {
  const synced = await watchSyncs()
  await stand.storage.write(KEY, Buffer.alloc(1000, 'x'))
  expect(synced).toContainEqual({ bytes: 1000, shown: false })
})

import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openS3Client } from '#platform/storage/s3-client.ts'
import { S3FileStore } from '#platform/storage/s3-file-store.ts'
import { type S3Harness, startS3Harness } from './s3-harness.ts'

const MiB = 1024 * 1024
const dir = mkdtempSync(join(tmpdir(), 'skillshot-s3-files-'))
const file = join(dir, 'backup.tar')
let harness: S3Harness
let store: S3FileStore

beforeAll(async () => {
  harness = await startS3Harness()
  // S3 takes no part below 5 MiB but the last.
  store = new S3FileStore({ ...harness.options, prefix: 'site.one/' }, { maxSingle: 6 * MiB, minPart: 5 * MiB })
}, 120_000)
afterAll(async () => {
  await store?.close()
  await harness?.close()
  rmSync(dir, { recursive: true, force: true })
})

async function read(name: string): Promise<Buffer | null> {
  const found = await store.open(name)
  if (found === null) return null
  const chunks: Uint8Array[] = []
  for await (const chunk of found.chunks) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  expect(found.bytes).toBe(bytes.length)
  return bytes
}

async function countUploads(): Promise<number> {
  const client = await openS3Client(harness.options)
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: harness.options.bucket }))
  client.destroy()
  return Uploads.length
}

it.each([
  ['by one request', 3 * MiB, 1],
  ['in parts', 12 * MiB + 7, 3],
])('sends a file %s and reads it back, and deletes it', async (_, size, requests) => {
  const content = Buffer.from(Uint8Array.from({ length: size }, (_each, i) => (i * 7919) >> 8))
  writeFileSync(file, content)
  const progress: number[] = []
  await store.put(file, 'a.tar', bytes => void progress.push(bytes))
  expect(progress).toHaveLength(requests)
  expect(progress.at(-1)).toBe(size)
  expect((await read('a.tar'))?.equals(content)).toBe(true)
  expect(await store.has('a.tar')).toBe(true)
  await store.remove('a.tar')
  expect(await read('a.tar')).toBe(null)
  expect(await store.has('a.tar')).toBe(false)
})

it('finds the parts that an interrupted upload has left, and deletes them', async () => {
  const client = await openS3Client(harness.options)
  const { bucket: Bucket } = harness.options
  for (const Key of ['site.one/c.tar', 'site.one/c.tar.other']) await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
  await store.abort('c.tar')
  expect(await countUploads()).toBe(1)
  await store.abort('c.tar.other')
  expect(await countUploads()).toBe(0)
  client.destroy()
})

it('leaves no object and no parts of an upload that has failed', async () => {
  writeFileSync(file, Buffer.alloc(12 * MiB))
  const failing = store.put(file, 'b.tar', () => {
    throw new Error('the node stops')
  })
  await expect(failing).rejects.toThrow('the node stops')
  const shrinking = store.put(file, 'b.tar', () => truncateSync(file, 6 * MiB))
  await expect(shrinking).rejects.toThrow('shorter')
  expect(await store.has('b.tar')).toBe(false)
  expect(await countUploads()).toBe(0)
})

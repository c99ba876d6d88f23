import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { UploadInstructions } from '#uploads/contract.ts'
import type { TestApp } from './test-app.ts'
import type { TestUser } from './users.ts'

/** Draws a photo as a phone stores it: rotated, with metadata that state the orientation. */
export const drawPhoto = (width = 1600, height = 1200): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'black', noise: { type: 'gaussian', mean: 128, sigma: 30 } } })
    .jpeg({ quality: 60 })
    .withMetadata({ orientation: 6 })
    .toBuffer()

export const describeFile = (bytes: Buffer) => ({ name: 'photo.jpg', size: bytes.length, type: 'image/jpeg' })

/** Sends a file as the mission's client does. @returns the status of the answer */
export async function sendUpload({ upload, postData }: UploadInstructions, bytes: Buffer): Promise<number> {
  const form = new FormData()
  for (const { name, value } of postData) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg')
  return (await fetch(upload, { method: 'POST', body: form })).status
}

/** Requests an upload and sends the picture, without attaching it to anything. */
export async function uploadPicture(user: TestUser, kind: string, bytes: Buffer, context: object | null = null): Promise<{ key: string }> {
  const instructions = await user.client.call<UploadInstructions>('slingshot/uploadRequest', kind, describeFile(bytes), context)
  expect(await sendUpload(instructions, bytes)).toBe(204)
  return { key: instructions.postData.find(({ name }) => name === 'key')!.value }
}

/** Returns the paths of all stored objects. */
export function listStoredObjects({ dataDir }: TestApp): string[] {
  const root = join(dataDir, 'storage')
  if (!existsSync(root)) return []
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

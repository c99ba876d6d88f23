import sharp from 'sharp'
import { expect } from 'vitest'
import type { UploadInstructions } from '#uploads/contract.ts'
import type { Player } from './player.ts'

/** Uploads a picture as another client of the mission would. @returns its key */
export async function uploadPicture(player: Player, kind: string, size: { width: number; height: number }): Promise<{ key: string }> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const bytes = await sharp({ create: { ...size, channels: 3, background: 'black', noise } })
    .jpeg({ quality: 60 })
    .toBuffer()
  const file = { name: 'photo.jpg', size: bytes.length, type: 'image/jpeg' }
  const { upload, postData } = (await player.call('slingshot/uploadRequest', kind, file, null)) as UploadInstructions
  const form = new FormData()
  for (const { name, value } of postData) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg')
  expect((await fetch(upload, { method: 'POST', body: form })).status).toBe(204)
  return { key: postData.find(({ name }) => name === 'key')!.value }
}

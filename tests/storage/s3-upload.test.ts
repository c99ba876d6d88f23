import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type App, createApp } from '#app/server/app.ts'
import * as pages from '#app/ssr-entry.tsx'
import { readConfig } from '#platform/config/config.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/db/embedded/launcher.ts'
import { createLog } from '#platform/log/log.ts'
import type { UploadedPicture, UploadInstructions } from '#uploads/contract.ts'
import { describeFile, drawPhoto, sendUpload } from '../integration/helpers/pictures.ts'
import { signUp } from '../integration/helpers/users.ts'
import { type S3Harness, startS3Harness } from './s3-harness.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-s3-upload-'))
let harness: S3Harness
let postgres: EmbeddedPostgres
let app: App

beforeAll(async () => {
  chmodSync(dataDir, 0o755)
  harness = await startS3Harness()
  postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), role: 'server', log: () => {} })
  // As on a site whose pictures come from a CDN. The download URL is that of the site nevertheless.
  const s3 = { ...harness.options, publicUrl: 'https://pictures.example' }
  const config = { ...readConfig({}), dataDir, port: 0, logLevel: 'silent', rateLimits: 'off', s3 } as const
  app = await createApp({ config, log: createLog('silent'), connection: postgres.connection, pages, client: null })
}, 120_000)
afterAll(async () => {
  await app?.close()
  await postgres?.stop()
  await harness?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

it('gives an address that answers 404 until the picture in the store is processed, and then the processed picture', async () => {
  const { client, id } = await signUp({ endpoint: `ws://127.0.0.1:${app.port}/websocket` }, 'Ada')
  const photo = await drawPhoto()
  const instructions = await client.call<UploadInstructions>('slingshot/uploadRequest', 'profilePicUpload', describeFile(photo), null)
  expect(instructions.headers).toEqual({})
  expect(instructions.download.startsWith(`${app.address}/storage/pictures/profilePicUpload/`)).toBe(true)
  const absent = async (): Promise<void> => {
    const answer = await fetch(instructions.download)
    expect([answer.status, answer.headers.get('cache-control'), await answer.text()]).toEqual([
      404,
      'no-store',
      'There is no such picture.\n',
    ])
  }
  await absent()
  expect(await sendUpload(instructions, photo)).toBe(204)
  await absent()
  const key = instructions.postData.find(({ name }) => name === 'key')!.value
  await client.subscribe('players.one', { username: 'Ada' })
  await client.call('players.edit', { picture: { key } })
  await app.features.uploads.imageProcessor.idle()
  const answer = await fetch(instructions.download)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const { width, height, exif } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect([width, height, exif]).toEqual([1200, 1600, undefined])
  await client.waitUntil(() => client.documents('players').get(id)?.picture !== undefined)
  const { url } = client.documents('players').get(id)!.picture as unknown as UploadedPicture
  expect(new URL(url).origin).toBe('https://pictures.example')
  expect(url.endsWith(instructions.download.slice(instructions.download.indexOf('/pictures/')))).toBe(true)
  expect(await harness.storage.read(key)).toBe(null)
  await client.close()
})

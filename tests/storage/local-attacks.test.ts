import { rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LocalDisk } from '#platform/storage/local-disk.ts'
import { chaosSize, createSeededRandom, pickRandom } from '../chaos/seeded.ts'
import { clientForm, type Form, postForm } from './form.ts'
import { createPostRequest, listEverything } from './harness.ts'
import { type LocalHarness, startLocalHarness } from './local-harness.ts'
import { chunk, connectRawClient, formHead, type RawClient, waitUntil } from './raw.ts'
import { MALFORMED_FORMS } from './tampering.ts'

const KEY = 'incoming/score.jpg'
const LARGEST = 500_000
const MUTATIONS = chaosSize(300, 10_000)
let harness: LocalHarness

beforeEach(async () => {
  harness = await startLocalHarness(LARGEST)
})
afterEach(() => harness.close())

const form = (file: Buffer): Form => clientForm(harness.storage.presign(createPostRequest(KEY)).postData, file)

/** The number of bytes in partial files. */
async function written(): Promise<number> {
  const parts = (await harness.leftovers()).filter(name => name.startsWith('.parts/'))
  const sizes = await Promise.all(parts.map(name => stat(join(harness.root, name)).catch(() => ({ size: 0 }))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

/** Sends the first half of a form and waits until it has been written to a partial file. */
async function half(length: (whole: number) => number | null = whole => whole): Promise<RawClient & { rest: Buffer }> {
  const { body, contentType } = form(Buffer.alloc(50_000, 'x'))
  const line = await connectRawClient(harness.port)
  const middle = body.length - 25_000
  const first = body.subarray(0, middle)
  const size = length(body.length)
  await line.write(formHead(contentType, size))
  await line.write(size === null ? chunk(first) : first)
  await waitUntil('the half has been written', async () => (await written()) > 20_000)
  return { ...line, rest: body.subarray(middle) }
}

const clean = (): Promise<boolean> => listEverything(harness).then(found => found.length === 0)
const alive = async (): Promise<void> => expect((await postForm(`${harness.site}/storage`, form(Buffer.from('x')))).status).toBe(204)

it('accepts a form whose bytes arrive slowly', async () => {
  const line = await half()
  for (let at = 0; at < 7; at++) {
    const before = await written()
    harness.clock.advance(14_999)
    await line.write(line.rest.subarray(at, at + 1))
    await waitUntil('the byte has been written', async () => (await written()) > before)
  }
  await line.write(line.rest.subarray(7))
  expect(await line.status).toBe(204)
  expect(await listEverything(harness)).toEqual([`${KEY} 50000`])
})

it('cuts who sends nothing for 15 s', async () => {
  for (const chunked of [false, true]) {
    const line = await half(whole => (chunked ? null : whole))
    harness.clock.advance(14_999)
    expect(await listEverything(harness)).not.toEqual([])
    harness.clock.advance(1)
    expect([0, 408]).toContain(await line.status)
    await waitUntil('nothing is left', clean)
  }
  await alive()
})

it('cuts who sends a byte now and then for two minutes', async () => {
  const line = await half()
  for (let at = 0; at < 11; at++) {
    const before = await written()
    harness.clock.advance(10_000)
    await line.write(line.rest.subarray(at, at + 1))
    await waitUntil('the byte has been written', async () => (await written()) > before)
  }
  harness.clock.advance(9_999)
  expect(await listEverything(harness)).not.toEqual([])
  harness.clock.advance(1)
  expect([0, 408]).toContain(await line.status)
  await waitUntil('nothing is left', clean)
})

it('cuts who opens a form and says nothing of it', async () => {
  const lines = await Promise.all(Array.from({ length: 50 }, () => connectRawClient(harness.port)))
  await Promise.all(lines.map(line => line.write(formHead('multipart/form-data; boundary=x', 1000))))
  await waitUntil('every form is awaited', () => harness.clock.pendingTimers === 100)
  harness.clock.advance(15_000)
  for (const line of lines) expect([0, 408]).toContain(await line.status)
  await waitUntil('nothing is awaited any more', () => harness.clock.pendingTimers === 0)
})

it('keeps nothing of a form that is cut midway', async () => {
  for (const end of [
    (line: RawClient) => line.socket.resetAndDestroy(),
    (line: RawClient) => line.socket.end(),
    (line: RawClient) => line.socket.destroy(),
  ]) {
    end(await half())
    await waitUntil('nothing is left', clean)
    await waitUntil('nothing is awaited any more', () => harness.clock.pendingTimers === 0)
  }
  await alive()
})

it('keeps nothing of a form in chunks that ends early', async () => {
  const line = await half(() => null)
  await line.write('0\r\n\r\n')
  expect(await line.status).toBe(400)
  expect(await listEverything(harness)).toEqual([])
})

it('stops reading a form without an end', async () => {
  const line = await half(() => null)
  const more = chunk(Buffer.alloc(16_384, 'x'))
  for (let ended = false; !ended; ) {
    void line.status.then(() => {
      ended = true
    })
    await line.write(more)
  }
  expect(await line.status).toBe(413)
  expect(await listEverything(harness)).toEqual([])
  await alive()
})

it('refuses what says that it is too large before it comes', async () => {
  const line = await connectRawClient(harness.port)
  await line.write(formHead('multipart/form-data; boundary=x', LARGEST + 64 * 1024 + 1))
  expect(await line.status).toBe(413)
})

it.each(MALFORMED_FORMS)('[F4] refuses $what', async ({ form: broken }) => {
  const { status } = await postForm(`${harness.site}/storage`, broken(harness, KEY))
  expect([400, 403]).toContain(status)
  expect(await listEverything(harness)).toEqual([])
  expect(harness.clock.pendingTimers).toBe(0)
  await alive()
})

it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=', 'multipart/mixed; boundary=x', ''])(
  'refuses a form of the type %j',
  async contentType => {
    expect((await postForm(`${harness.site}/storage`, { ...form(Buffer.from('x')), contentType })).status).toBe(400)
    expect(await listEverything(harness)).toEqual([])
  },
)

it(`[F4] answers ${MUTATIONS} mutations of a valid form, and keeps only what was allowed`, { timeout: 600_000 }, async () => {
  const random = createSeededRandom(20_240_607)
  const upTo = (max: number): number => Math.floor(random() * max)
  const mutations: ((body: Buffer) => Buffer)[] = [
    body => Buffer.concat([body.subarray(0, upTo(body.length))]),
    body => {
      const copy = Buffer.from(body)
      for (let times = 1 + upTo(4); times > 0; times--) copy[upTo(copy.length)] = upTo(256)
      return copy
    },
    body => {
      const at = upTo(body.length)
      return Buffer.concat([body.subarray(0, at), body.subarray(at + 1 + upTo(200))])
    },
    body => {
      const [at, from] = [upTo(body.length), upTo(body.length)]
      return Buffer.concat([body.subarray(0, at), body.subarray(from, from + 1 + upTo(400)), body.subarray(at)])
    },
    body => {
      const at = upTo(body.length)
      const odd = pickRandom(random, ['\r\n', '\0', '--', '"', '\r\n\r\n', 'Content-Disposition: form-data', '\n', ';', '\xff'])
      return Buffer.concat([body.subarray(0, at), Buffer.from(odd, 'latin1'), body.subarray(at)])
    },
  ]
  const answers = new Map<number, number>()
  for (let round = 0; round < MUTATIONS; round++) {
    const { body, contentType } = form(Buffer.alloc(300, 'x'))
    const { status } = await postForm(`${harness.site}/storage`, { body: pickRandom(random, mutations)(body), contentType })
    answers.set(status, (answers.get(status) ?? 0) + 1)
    const there = await listEverything(harness)
    if (status === 204) {
      expect(there, `round ${round}`).toEqual([expect.stringMatching(new RegExp(`^${KEY} \\d+$`))])
      await harness.storage.remove([KEY])
    } else {
      expect([400, 403], `round ${round}`).toContain(status)
      expect(there, `round ${round}`).toEqual([])
    }
    expect(harness.clock.pendingTimers, `round ${round}`).toBe(0)
  }
  expect([...answers.keys()].sort()).toEqual([204, 400, 403])
})

it('answers 5xx while the disk cannot be written, and works again afterwards', async () => {
  const { storage, root } = harness
  await writeFile(join(root, '.parts'), 'in the way')
  expect((await postForm(`${harness.site}/storage`, form(Buffer.alloc(100_000)))).status).toBe(500)
  await expect(storage.write(KEY, Buffer.from('x'))).rejects.toThrow('EEXIST')
  await rm(join(root, '.parts'))
  await alive()
  expect(await listEverything(harness)).toEqual([`${KEY} 1`])
})

it('leaves nothing behind when the object cannot take its place', async () => {
  await harness.storage.write(`${KEY}/below`, Buffer.from('x'))
  expect((await postForm(`${harness.site}/storage`, form(Buffer.from('x')))).status).toBe(500)
  expect(await listEverything(harness)).toEqual([`${KEY}/below 1`])
})

it('clears away what a process that was killed had half written, and nothing that is being written', async () => {
  const line = await half()
  const left = join(harness.root, '.parts/left')
  await writeFile(left, 'half')
  const early = new Date(Date.now() - 3_601_000)
  await utimes(left, early, early)
  const next = new LocalDisk({ root: harness.root, secret: () => 'x', clock: harness.clock, address: () => '' })
  await next.write('pictures/a.jpg', Buffer.from('x'))
  expect((await harness.leftovers()).filter(name => name.endsWith('left'))).toEqual([])
  await line.write(line.rest)
  expect(await line.status).toBe(204)
  expect(await listEverything(harness)).toEqual([`${KEY} 50000`, 'pictures/a.jpg 1'])
})

it('closes the file of a picture whose client has disconnected', async () => {
  await harness.storage.write('pictures/large.jpg', Buffer.alloc(20_000_000))
  const line = await connectRawClient(harness.port)
  line.socket.pause()
  await line.write('GET /storage/pictures/large.jpg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  await waitUntil('the picture is open', async () => (await harness.leftovers()).length > 0)
  line.socket.destroy()
  await waitUntil('it is closed', async () => (await harness.leftovers()).length === 0)
})

import { rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LocalDisk } from '../../src/platform/storage/local-disk.ts'
import { pick, seeded, size } from '../chaos/seeded.ts'
import { clientForm, type Form, post } from './form.ts'
import { type LocalStand, localStand } from './local-stand.ts'
import { chunk, formHead, type Sender, sender, until } from './raw.ts'
import { everything, request } from './stand.ts'
import { BROKEN } from './tampering.ts'

const KEY = 'incoming/score.jpg'
const LARGEST = 500_000
const MUTATIONS = size(300, 10_000)
let stand: LocalStand

beforeEach(async () => {
  stand = await localStand(LARGEST)
})
afterEach(() => stand.close())

const form = (file: Buffer): Form => clientForm(stand.storage.presign(request(KEY)).postData, file)

/** The number of bytes in partial files. */
async function written(): Promise<number> {
  const parts = (await stand.leftovers()).filter(name => name.startsWith('.parts/'))
  const sizes = await Promise.all(parts.map(name => stat(join(stand.root, name)).catch(() => ({ size: 0 }))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

/** Sends the first half of a form and waits until it has been written to a partial file. */
async function half(length: (whole: number) => number | null = whole => whole): Promise<Sender & { rest: Buffer }> {
  const { body, contentType } = form(Buffer.alloc(50_000, 'x'))
  const line = await sender(stand.port)
  const middle = body.length - 25_000
  const first = body.subarray(0, middle)
  const size = length(body.length)
  await line.say(formHead(contentType, size))
  await line.say(size === null ? chunk(first) : first)
  await until('the half has been written', async () => (await written()) > 20_000)
  return { ...line, rest: body.subarray(middle) }
}

const clean = (): Promise<boolean> => everything(stand).then(found => found.length === 0)
const alive = async (): Promise<void> => expect((await post(`${stand.site}/storage`, form(Buffer.from('x')))).status).toBe(204)

it('takes a form whose bytes come slowly, but come', async () => {
  const line = await half()
  for (let at = 0; at < 7; at++) {
    const before = await written()
    stand.clock.advance(14_999)
    await line.say(line.rest.subarray(at, at + 1))
    await until('the byte has been written', async () => (await written()) > before)
  }
  await line.say(line.rest.subarray(7))
  expect(await line.status).toBe(204)
  expect(await everything(stand)).toEqual([`${KEY} 50000`])
})

it('cuts who sends nothing for 15 s', async () => {
  for (const chunked of [false, true]) {
    const line = await half(whole => (chunked ? null : whole))
    stand.clock.advance(14_999)
    expect(await everything(stand)).not.toEqual([])
    stand.clock.advance(1)
    expect([0, 408]).toContain(await line.status)
    await until('nothing is left', clean)
  }
  await alive()
})

it('cuts who sends a byte now and then for two minutes', async () => {
  const line = await half()
  for (let at = 0; at < 11; at++) {
    const before = await written()
    stand.clock.advance(10_000)
    await line.say(line.rest.subarray(at, at + 1))
    await until('the byte has been written', async () => (await written()) > before)
  }
  stand.clock.advance(9_999)
  expect(await everything(stand)).not.toEqual([])
  stand.clock.advance(1)
  expect([0, 408]).toContain(await line.status)
  await until('nothing is left', clean)
})

it('cuts who opens a form and says nothing of it', async () => {
  const lines = await Promise.all(Array.from({ length: 50 }, () => sender(stand.port)))
  await Promise.all(lines.map(line => line.say(formHead('multipart/form-data; boundary=x', 1000))))
  await until('every form is awaited', () => stand.clock.waiting === 100)
  stand.clock.advance(15_000)
  for (const line of lines) expect([0, 408]).toContain(await line.status)
  await until('nothing is awaited any more', () => stand.clock.waiting === 0)
})

it('keeps nothing of a form that is cut midway', async () => {
  for (const end of [
    (line: Sender) => line.socket.resetAndDestroy(),
    (line: Sender) => line.socket.end(),
    (line: Sender) => line.socket.destroy(),
  ]) {
    end(await half())
    await until('nothing is left', clean)
    await until('nothing is awaited any more', () => stand.clock.waiting === 0)
  }
  await alive()
})

it('keeps nothing of a form in chunks that ends early', async () => {
  const line = await half(() => null)
  await line.say('0\r\n\r\n')
  expect(await line.status).toBe(400)
  expect(await everything(stand)).toEqual([])
})

it('does not listen to a form without an end', async () => {
  const line = await half(() => null)
  const more = chunk(Buffer.alloc(16_384, 'x'))
  for (let ended = false; !ended; ) {
    void line.status.then(() => {
      ended = true
    })
    await line.say(more)
  }
  expect(await line.status).toBe(413)
  expect(await everything(stand)).toEqual([])
  await alive()
})

it('refuses what says that it is too large before it comes', async () => {
  const line = await sender(stand.port)
  await line.say(formHead('multipart/form-data; boundary=x', LARGEST + 64 * 1024 + 1))
  expect(await line.status).toBe(413)
})

it.each(BROKEN)('[F4] refuses $what', async ({ form: broken }) => {
  const { status } = await post(`${stand.site}/storage`, broken(stand, KEY))
  expect([400, 403]).toContain(status)
  expect(await everything(stand)).toEqual([])
  expect(stand.clock.waiting).toBe(0)
  await alive()
})

it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=', 'multipart/mixed; boundary=x', ''])(
  'refuses a form of the type %j',
  async contentType => {
    expect((await post(`${stand.site}/storage`, { ...form(Buffer.from('x')), contentType })).status).toBe(400)
    expect(await everything(stand)).toEqual([])
  },
)

it(`[F4] answers ${MUTATIONS} mutations of a valid form, and keeps only what was allowed`, { timeout: 600_000 }, async () => {
  const random = seeded(20_240_607)
  const upTo = (most: number): number => Math.floor(random() * most)
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
      const odd = pick(random, ['\r\n', '\0', '--', '"', '\r\n\r\n', 'Content-Disposition: form-data', '\n', ';', '\xff'])
      return Buffer.concat([body.subarray(0, at), Buffer.from(odd, 'latin1'), body.subarray(at)])
    },
  ]
  const answers = new Map<number, number>()
  for (let round = 0; round < MUTATIONS; round++) {
    const { body, contentType } = form(Buffer.alloc(300, 'x'))
    const { status } = await post(`${stand.site}/storage`, { body: pick(random, mutations)(body), contentType })
    answers.set(status, (answers.get(status) ?? 0) + 1)
    const there = await everything(stand)
    if (status === 204) {
      expect(there, `round ${round}`).toEqual([expect.stringMatching(new RegExp(`^${KEY} \\d+$`))])
      await stand.storage.remove([KEY])
    } else {
      expect([400, 403], `round ${round}`).toContain(status)
      expect(there, `round ${round}`).toEqual([])
    }
    expect(stand.clock.waiting, `round ${round}`).toBe(0)
  }
  expect([...answers.keys()].sort()).toEqual([204, 400, 403])
})

it('says that it is its own fault when the disk takes nothing, and goes on when it does again', async () => {
  const { storage, root } = stand
  await writeFile(join(root, '.parts'), 'in the way')
  expect((await post(`${stand.site}/storage`, form(Buffer.alloc(100_000)))).status).toBe(500)
  await expect(storage.write(KEY, Buffer.from('x'))).rejects.toThrow('EEXIST')
  await rm(join(root, '.parts'))
  await alive()
  expect(await everything(stand)).toEqual([`${KEY} 1`])
})

it('leaves nothing behind when the object cannot take its place', async () => {
  await stand.storage.write(`${KEY}/below`, Buffer.from('x'))
  expect((await post(`${stand.site}/storage`, form(Buffer.from('x')))).status).toBe(500)
  expect(await everything(stand)).toEqual([`${KEY}/below 1`])
})

it('clears away what a process that was killed had half written, and nothing that is being written', async () => {
  const line = await half()
  const left = join(stand.root, '.parts/left')
  await writeFile(left, 'half')
  const early = new Date(Date.now() - 3_601_000)
  await utimes(left, early, early)
  const next = new LocalDisk({ root: stand.root, secret: 'x', clock: stand.clock, address: () => '' })
  await next.write('pictures/a.jpg', Buffer.from('x'))
  expect((await stand.leftovers()).filter(name => name.endsWith('left'))).toEqual([])
  await line.say(line.rest)
  expect(await line.status).toBe(204)
  expect(await everything(stand)).toEqual([`${KEY} 50000`, 'pictures/a.jpg 1'])
})

it('lets go of a picture whose reader has gone', async () => {
  await stand.storage.write('pictures/large.jpg', Buffer.alloc(20_000_000))
  const line = await sender(stand.port)
  line.socket.pause()
  await line.say('GET /storage/pictures/large.jpg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  await until('the picture is open', async () => (await stand.leftovers()).length > 0)
  line.socket.destroy()
  await until('it is closed', async () => (await stand.leftovers()).length === 0)
})

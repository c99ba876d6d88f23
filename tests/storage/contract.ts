import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientForm, postForm } from './form.ts'
import { APP_ORIGIN, createPostRequest, listEverything, MAX_BYTES, type StorageHarness } from './harness.ts'
import { TAMPERED_FORMS } from './tampering.ts'

const KEY = 'incoming/0f/score.jpg'
const PICTURE = 'pictures/0f/score.jpg'
const bytes = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 256))
const AWAY = [
  '../x.jpg',
  'a/../../x.jpg',
  '/etc/passwd',
  'a//b',
  'a/',
  '.parts/x',
  'a/.b',
  'a\\..\\b',
  'a\0b',
  'a%2f..',
  'ä',
  '',
  'a'.repeat(301),
]

/**
 * The tests that every storage must pass.
 * @param strict whether the storage rejects forms that Ceph's S3 accepts by mistake
 */
export function storageContract(name: string, { strict, open }: { strict: boolean; open(): Promise<StorageHarness> }): void {
  describe(name, () => {
    let harness: StorageHarness
    const send = (key: string, file: Buffer, headers?: Record<string, string>): Promise<Response> => {
      const { upload, postData } = harness.storage.presign(createPostRequest(key))
      return postForm(upload, clientForm(postData, file), headers)
    }
    const fetched = (key: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
      fetch(`${harness.site}/storage/${key}`, { headers, method })

    beforeAll(async () => {
      harness = await open()
    })
    afterAll(() => harness?.close())
    beforeEach(async () => {
      for await (const { key } of harness.storage.list('')) await harness.storage.remove([key])
    })

    describe('taking forms', () => {
      it.each([0, 1, MAX_BYTES])('takes a file of %i bytes as the client of the mission sends it', async size => {
        const file = Buffer.alloc(size, 'jpeg')
        const answer = await send(KEY, file)
        expect([answer.status, await answer.text()]).toEqual([204, ''])
        expect(await harness.storage.read(KEY)).toEqual(file)
        expect(await listEverything(harness)).toEqual([`${KEY} ${size}`])
      })

      it('takes a file whose name cannot be encoded, or is long', async () => {
        for (const fileName of ['half a pair \ud800.jpg', 'é'.repeat(5000)]) {
          const { upload, postData } = harness.storage.presign(createPostRequest(KEY, { fileName }))
          expect((await postForm(upload, clientForm(postData, bytes))).status, fileName.slice(0, 20)).toBe(204)
        }
      })

      it.each(TAMPERED_FORMS)('[U1] refuses $what, and leaves nothing behind', async ({ form, bytesStoredOnS3 }) => {
        await harness.storage.write('pictures/before.jpg', bytes, 'image/jpeg')
        const { upload } = harness.storage.presign(createPostRequest(KEY))
        const { status } = await postForm(upload, form(harness, KEY))
        if (strict || bytesStoredOnS3 === undefined) {
          expect([400, 403]).toContain(status)
          expect(await listEverything(harness)).toEqual(['pictures/before.jpg 1000'])
        } else {
          expect(status).toBe(204)
          expect(await listEverything(harness)).toEqual([`${KEY} ${bytesStoredOnS3}`, 'pictures/before.jpg 1000'])
        }
      })

      it('does not take a form that has been used for another key as well', async () => {
        expect((await send(KEY, bytes)).status).toBe(204)
        const { upload, postData } = harness.storage.presign(createPostRequest(KEY))
        const other = postData.map(field => (field.name === 'key' ? { name: 'key', value: 'incoming/other.jpg' } : field))
        expect((await postForm(upload, clientForm(postData, bytes))).status).toBe(204)
        expect((await postForm(upload, clientForm(other, bytes))).status).toBe(403)
        expect(await listEverything(harness)).toEqual([`${KEY} 1000`])
      })

      it('keeps one of two files for one key, whole', async () => {
        const files = ['a', 'b'].map(letter => Buffer.alloc(MAX_BYTES, letter))
        for (let round = 0; round < 5; round++) {
          const answers = await Promise.all(files.map(file => send(KEY, file)))
          expect(answers.map(({ status }) => status)).toEqual([204, 204])
          const kept = await harness.storage.read(KEY)
          expect(files.some(file => kept?.equals(file))).toBe(true)
        }
        expect(await listEverything(harness)).toEqual([`${KEY} ${MAX_BYTES}`])
      })

      it('lets pages of an allowed origin send forms, and no others', async () => {
        const { upload } = harness.storage.presign(createPostRequest(KEY))
        const ask = (origin: string): Promise<Response> =>
          fetch(upload, {
            method: 'OPTIONS',
            headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
          })
        const allowed = await ask(APP_ORIGIN)
        expect(allowed.ok).toBe(true)
        expect(allowed.headers.get('access-control-allow-origin')).toBe(APP_ORIGIN)
        expect(allowed.headers.get('access-control-allow-methods')).toContain('POST')
        expect(allowed.headers.get('access-control-allow-headers')).toContain('content-type')
        expect((await send(KEY, bytes, { origin: APP_ORIGIN })).headers.get('access-control-allow-origin')).toBe(APP_ORIGIN)
        for (const origin of ['https://evil.example', 'null', `${APP_ORIGIN}.evil.example`, 'http://app.example']) {
          const refused = await ask(origin)
          expect([refused.status, refused.headers.get('access-control-allow-origin')], origin).toEqual([403, null])
          expect((await send(KEY, bytes, { origin })).headers.get('access-control-allow-origin'), origin).toBeNull()
        }
      })
    })

    describe('holding objects', () => {
      it('gives back what was written, whole and in parts', async () => {
        await harness.storage.write(PICTURE, bytes, 'image/jpeg')
        expect(await harness.storage.read(PICTURE)).toEqual(bytes)
        const object = await harness.storage.open(PICTURE)
        expect(object?.bytes).toBe(1000)
        expect(Buffer.from(await new Response(object!.stream()).arrayBuffer())).toEqual(bytes)
        expect(Buffer.from(await new Response(object!.stream({ start: 10, end: 19 })).arrayBuffer())).toEqual(bytes.subarray(10, 20))
      })

      it('writes over what was there', async () => {
        await harness.storage.write(PICTURE, bytes, 'image/jpeg')
        await harness.storage.write(PICTURE, Buffer.from('new'), 'image/jpeg')
        expect(await listEverything(harness)).toEqual([`${PICTURE} 3`])
      })

      it('has nothing where nothing was written, or only a folder stands', async () => {
        await harness.storage.write(PICTURE, bytes, 'image/jpeg')
        for (const key of ['pictures/none.jpg', 'pictures/0f', `${PICTURE}/below`, `pictures/${'a'.repeat(280)}`]) {
          expect(await harness.storage.read(key), key).toBeNull()
          expect(await harness.storage.open(key), key).toBeNull()
        }
      })

      it('removes what is there, and is content where nothing is', async () => {
        await harness.storage.write(PICTURE, bytes, 'image/jpeg')
        await harness.storage.remove([PICTURE, 'pictures/none.jpg', 'nowhere/none.jpg'])
        expect(await listEverything(harness)).toEqual([])
      })

      it('lists what begins with a prefix, with sizes and times', async () => {
        const keys = ['incoming/a.jpg', 'pictures/aa/1.jpg', 'pictures/aa/2.webp', 'pictures/ab/1.jpg', 'picturesque.jpg']
        const before = Date.now()
        for (const key of keys) await harness.storage.write(key, bytes, 'image/jpeg')
        const found = async (prefix: string): Promise<string[]> => {
          const there: string[] = []
          for await (const { key, bytes: size, modifiedAt } of harness.storage.list(prefix)) {
            there.push(key)
            expect(size).toBe(1000)
            expect(Math.abs(modifiedAt.getTime() - before)).toBeLessThan(30_000)
          }
          return there.sort()
        }
        expect(await found('')).toEqual(keys)
        expect(await found('pictures/')).toEqual(keys.slice(1, 4))
        expect(await found('pictures/a')).toEqual(keys.slice(1, 4))
        expect(await found('pictures/aa/1')).toEqual(['pictures/aa/1.jpg'])
        expect(await found('nothing/')).toEqual([])
      })

      it('lists more than one answer of an S3 holds', async () => {
        const keys = Array.from({ length: 1005 }, (_, i) => `incoming/${i}.jpg`)
        for (let at = 0; at < keys.length; at += 50)
          await Promise.all(keys.slice(at, at + 50).map(key => harness.storage.write(key, Buffer.from('x'), 'image/jpeg')))
        expect(await listEverything(harness)).toHaveLength(1005)
      })

      it.each(AWAY)('does not touch the key %j', async key => {
        const { storage } = harness
        const refused = 'This is not a key of ours.'
        expect(() => storage.presign(createPostRequest(key))).toThrow(refused)
        expect(() => storage.url(key)).toThrow(refused)
        await expect(storage.read(key)).rejects.toThrow(refused)
        await expect(storage.open(key)).rejects.toThrow(refused)
        await expect(storage.write(key, bytes, 'image/jpeg')).rejects.toThrow(refused)
        await expect(storage.remove([key])).rejects.toThrow(refused)
        expect(await listEverything(harness)).toEqual([])
      })

      it('does not list outside its folder', async () => {
        const check = async (prefix: string): Promise<void> => {
          for await (const { key } of harness.storage.list(prefix)) expect(key).toBe('nothing')
        }
        for (const prefix of ['../', '/', '.parts/']) await expect(check(prefix), prefix).rejects.toThrow('This is not a key of ours.')
      })
    })

    describe('[U5] showing pictures', () => {
      beforeEach(() => harness.storage.write(PICTURE, bytes, 'image/jpeg'))

      it('shows a picture with its type, for ever, and as nothing else', async () => {
        const answer = await fetched(PICTURE)
        expect(answer.status).toBe(200)
        expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-type': 'image/jpeg',
          'content-length': '1000',
          'cache-control': 'public, max-age=31536000, immutable',
          'accept-ranges': 'bytes',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        })
        expect(harness.storage.url(PICTURE)).toBe(`/storage/${PICTURE}`)
      })

      it.each([
        ['jpg', 'image/jpeg'],
        ['webp', 'image/webp'],
        ['avif', 'image/avif'],
      ])('knows the type of .%s', async (ending, type) => {
        const key = `pictures/small.${ending}`
        await harness.storage.write(key, bytes, type)
        const answer = await fetched(key)
        expect(answer.headers.get('content-type')).toBe(type)
        // The file is opened once its bytes are asked for, and is there only until the test ends.
        expect((await answer.arrayBuffer()).byteLength).toBe(1000)
      })

      it.each([
        ['bytes=0-0', 0, 0],
        ['bytes=0-', 0, 999],
        ['bytes=990-', 990, 999],
        ['bytes=500-599', 500, 599],
        ['bytes=990-5000', 990, 999],
        ['bytes=-10', 990, 999],
        ['bytes=-5000', 0, 999],
      ])('answers the range %s', async (range, start, end) => {
        const answer = await fetched(PICTURE, { range })
        expect([answer.status, answer.headers.get('content-range'), answer.headers.get('content-length')]).toEqual([
          206,
          `bytes ${start}-${end}/1000`,
          `${end - start + 1}`,
        ])
        expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes.subarray(start, end + 1))
      })

      it.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=-0', 'bytes=99999999999999999999-'])('has nothing at the range %s', async range => {
        const answer = await fetched(PICTURE, { range })
        expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */1000'])
      })

      it.each(['bytes=0-1,4-5', 'bytes=5-2', 'bytes=-', 'bytes=a-b', 'lines=0-1', 'bytes'])(
        'shows the whole for the range %s',
        async range => {
          const answer = await fetched(PICTURE, { range })
          expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 1000])
        },
      )

      it('answers HEAD like GET, without the picture', async () => {
        for (const range of ['', 'bytes=0-9']) {
          const answer = await fetched(PICTURE, { range }, 'HEAD')
          const whole = await fetched(PICTURE, { range })
          expect(answer.status).toBe(whole.status)
          const same = ({ headers }: Response): unknown =>
            Object.fromEntries([...headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)))
          expect(same(answer)).toEqual(same(whole))
          expect((await answer.arrayBuffer()).byteLength).toBe(0)
          await whole.arrayBuffer()
        }
        expect((await fetched('pictures/none.jpg', {}, 'HEAD')).status).toBe(404)
        expect(await harness.leftovers()).toEqual([])
      })

      it('shows nothing that does not stand under pictures/', async () => {
        const keys = ['incoming/a.jpg', 'a.jpg', 'picturesque.jpg', 'pictures/a.html', 'pictures/a', 'pictures/a.js', 'pictures/a.svg']
        for (const key of keys) await harness.storage.write(key, bytes, 'image/jpeg')
        const away = [
          'pictures/../incoming/a.jpg',
          'pictures/..%2fincoming/a.jpg',
          'pictures/%2e%2e/incoming/a.jpg',
          'pictures/..%5cincoming/a.jpg',
          'pictures%2f..%2fincoming%2fa.jpg',
          'pictures/%252e%252e%252fincoming/a.jpg',
          'pictures//0f/score.jpg',
          'pictures/./../a.jpg',
          'pictures/0f/score.jpg%00.jpg',
          'pictures/0f/score.jpg/',
          'pictures/',
          '',
          'pictures/none.jpg',
          `pictures/${'a'.repeat(290)}.jpg`,
          `pictures/${'a'.repeat(4000)}.jpg`,
          '.parts/a.jpg',
        ]
        for (const path of [...keys, ...away]) {
          const answer = await fetched(path)
          expect([answer.status, (await answer.arrayBuffer()).byteLength < 100], path).toEqual([404, true])
        }
      })

      it('lets nothing keep the answer that a picture is not there, since it may come', async () => {
        for (const method of ['GET', 'HEAD']) {
          const answer = await fetched(PICTURE.replace('score', method), {}, method)
          expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
          await answer.arrayBuffer()
        }
        await harness.storage.write(PICTURE.replace('score', 'GET'), bytes, 'image/jpeg')
        const there = await fetched(PICTURE.replace('score', 'GET'))
        expect([there.status, (await there.arrayBuffer()).byteLength]).toEqual([200, 1000])
      })
    })
  })
}

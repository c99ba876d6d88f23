import { describe, expect, it } from 'vitest'
import type { Ejson } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { isReloadBlocked } from '#platform/ui/block-reload.ts'
import { type Browser, Upload, type UploadStatus } from './upload.ts'

/** A fake XMLHttpRequest. The test decides what the request results in. */
class Request extends EventTarget {
  static last: Request
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  status = 0
  statusText = ''
  opened: unknown[] = []
  sent: FormData | null = null
  constructor() {
    super()
    Request.last = this
  }
  open(...how: unknown[]): void {
    this.opened = how
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  send(form: FormData): void {
    this.sent = form
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'))
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded, total }))
  }
  answer(status: number, statusText: string): void {
    Object.assign(this, { status, statusText })
    this.dispatchEvent(new Event('load'))
  }
}

const BROWSER: Browser = { File, FormData, XMLHttpRequest: Request as unknown as new () => XMLHttpRequest }
const INSTRUCTIONS = {
  upload: 'http://storage.example/',
  download: 'http://storage.example/k',
  postData: [
    { name: 'key', value: 'incoming/k.jpg' },
    { name: 'policy', value: 'p' },
  ],
  headers: { 'x-one': '1' },
}
const photo = (bytes = 10, type = 'image/jpeg'): File => new File([new Uint8Array(bytes)], 'photo.jpg', { type })

function open(call: (name: string, params: Ejson[]) => Promise<Ejson> = async () => INSTRUCTIONS): {
  upload: Upload
  seen: UploadStatus[]
} {
  const upload = new Upload({ kind: 'scorePicUpload', call, browser: BROWSER })
  const seen: UploadStatus[] = []
  upload.listen(() => {
    if (seen.at(-1) !== upload.status) seen.push(upload.status)
  })
  return { upload, seen }
}

const until = (upload: Upload, status: UploadStatus): Promise<void> =>
  new Promise(resolve => {
    const check = (): void => {
      if (upload.status === status) resolve()
    }
    upload.listen(check)
    check()
  })

describe('the address of a form', () => {
  const openedAt = async (upload: string, page: string): Promise<unknown> => {
    const { protocol, port, origin } = new URL(page)
    const browser = { ...BROWSER, location: { protocol, port, origin } }
    const sending = new Upload({ kind: 'scorePicUpload', call: async () => ({ ...INSTRUCTIONS, upload }), browser })
    await sending.request(photo())
    sending.transfer().catch(() => {})
    return Request.last.opened[1]
  }

  it('is that of the page on a site that is opened at several addresses of one computer', async () => {
    expect(await openedAt('http://localhost:3000/storage', 'http://192.168.1.20:3000')).toBe('http://192.168.1.20:3000/storage')
    expect(await openedAt('http://192.168.1.20:3000/storage', 'http://localhost:3000')).toBe('http://localhost:3000/storage')
  })

  it('is the one that the server gives, for any other storage', async () => {
    for (const upload of ['https://scores.example/storage', 'http://192.168.1.20:7480/storage', 'http://192.168.1.20:3000/bucket'])
      expect(await openedAt(upload, 'http://localhost:3000')).toBe(upload)
  })
})

describe('an upload', () => {
  it('requests instructions, then sends the signed fields first and the file last, and resolves with the key', async () => {
    const requests: unknown[] = []
    const { upload, seen } = open(async (name, params) => {
      requests.push(name, params)
      return INSTRUCTIONS
    })
    const key = upload.send(photo(), { groupId: 'g' })
    await until(upload, 'transferring')
    const request = Request.last
    expect(requests).toEqual([
      'slingshot/uploadRequest',
      ['scorePicUpload', { name: 'photo.jpg', size: 10, type: 'image/jpeg' }, { groupId: 'g' }],
    ])
    expect(request.opened).toEqual(['POST', 'http://storage.example/', true])
    expect(request.headers).toEqual({ 'x-one': '1' })
    expect([...request.sent!.keys()]).toEqual(['key', 'policy', 'file'])
    request.progress(5, 20)
    expect(upload.progress).toBe(0.25)
    request.answer(204, 'No Content')
    expect(await key).toBe('incoming/k.jpg')
    expect(seen).toEqual(['authorizing', 'authorized', 'transferring', 'done'])
    expect(upload.progress).toBe(1)
  })

  it('blocks a reload of the page until it has ended, however it ends', async () => {
    for (const status of [204, 500, 'aborted'] as const) {
      const { upload } = open()
      const sent = upload.send(photo()).catch(() => {})
      expect(isReloadBlocked()).toBe(true)
      await until(upload, 'transferring')
      expect(isReloadBlocked()).toBe(true)
      if (status === 'aborted') upload.abort()
      else Request.last.answer(status, '')
      await sent
      expect(isReloadBlocked()).toBe(false)
    }
  })

  it("fails with the mission's text if the storage responds with 400 or more, and may be retried", async () => {
    const { upload } = open()
    await upload.request(photo())
    const sent = upload.transfer()
    Request.last.answer(403, 'Forbidden')
    await expect(sent).rejects.toMatchObject({
      error: 'Forbidden - 403',
      reason: 'Failed to upload file to cloud storage: Forbidden - 403',
    })
    expect(upload.status).toBe('failed')
    await upload.request(photo())
    expect(upload.status).toBe('authorized')
  })

  it('fails before the request if the file is not allowed, and if the server refuses', async () => {
    const calls: string[] = []
    const { upload } = open(async name => {
      calls.push(name)
      throw new DdpError('Unauthorized', 'You are not allowed to upload this file')
    })
    await expect(upload.send(photo(2_097_153))).rejects.toMatchObject({
      error: 'Upload denied',
      reason: 'File exceeds allowed size of 2 MB',
    })
    expect([upload.status, calls]).toEqual(['failed', []])
    await expect(upload.send(photo())).rejects.toMatchObject({ error: 'Unauthorized' })
    expect(upload.status).toBe('failed')
  })

  it('is aborted by the user during the request, and during the transfer', async () => {
    let allow = (_: Ejson): void => {}
    const { upload } = open(
      () =>
        new Promise(resolve => {
          allow = resolve
        }),
    )
    const requests = upload.send(photo())
    upload.abort()
    allow(INSTRUCTIONS)
    await expect(requests).rejects.toMatchObject({ error: 'Aborted', reason: 'The upload has been aborted by the user' })
    expect(upload.status).toBe('aborted')
    const again = open()
    await again.upload.request(photo())
    const sent = again.upload.transfer()
    again.upload.abort()
    await expect(sent).rejects.toMatchObject({ error: 'Aborted' })
    expect(again.upload.status).toBe('aborted')
  })

  it('is not aborted when it is over', async () => {
    const { upload } = open()
    const key = upload.send(photo())
    await until(upload, 'transferring')
    Request.last.answer(204, 'No Content')
    await key
    upload.abort()
    expect(upload.status).toBe('done')
  })

  it('is transferred only from authorized', async () => {
    const { upload } = open()
    await expect(upload.transfer()).rejects.toThrow('Cannot transfer file at upload status: idle')
  })

  it('needs a file, and a browser that can send one', async () => {
    await expect(open().upload.send(null)).rejects.toThrow('No file to request upload for')
    await expect(open().upload.send('photo' as unknown as File)).rejects.toThrow('Not a file')
    const old = new Upload({ kind: 'scorePicUpload', call: async () => INSTRUCTIONS, browser: {} })
    await expect(old.send(photo())).rejects.toThrow('Browser does not support HTML5 uploads')
  })
})

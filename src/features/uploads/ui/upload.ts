import type { Ejson } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { blockReload } from '#platform/ui/block-reload.ts'
import { UPLOAD_DENIED, UPLOAD_REQUEST } from '../contract.ts'
import { findDenial, RESTRICTIONS, type UploadKind } from '../rules.ts'
import { StorageError } from './storage-error.ts'

/** The status of an upload (mission §4). */
export type UploadStatus = 'idle' | 'authorizing' | 'authorized' | 'transferring' | 'done' | 'failed' | 'aborted'

type UploadEvent = 'request' | 'allow' | 'refuse' | 'transfer' | 'arrive' | 'fail' | 'abort'

/** The allowed transitions: for each status, the next status by event. Any other event is an error. */
const TRANSITIONS: Readonly<Record<UploadStatus, Partial<Record<UploadEvent, UploadStatus>>>> = {
  idle: { request: 'authorizing' },
  authorizing: { allow: 'authorized', refuse: 'failed', abort: 'aborted' },
  authorized: { transfer: 'transferring', abort: 'aborted' },
  transferring: { arrive: 'done', fail: 'failed', abort: 'aborted' },
  done: { request: 'authorizing' },
  failed: { request: 'authorizing' },
  aborted: { request: 'authorizing' },
}

interface Instructions {
  upload: string
  download: string
  postData: { name: string; value: string | number | null }[]
  headers?: Record<string, string>
}

/** The browser features that an upload needs, so that tests can replace them. A missing one means that the browser lacks it. */
export interface Browser {
  XMLHttpRequest?: new () => XMLHttpRequest
  FormData?: new () => FormData
  File?: typeof File
  location?: Pick<Location, 'protocol' | 'port' | 'origin'>
}

export interface UploadOptions {
  kind: UploadKind
  call: (name: string, params: Ejson[]) => Promise<Ejson>
  browser?: Browser
}

/**
 * The address of a site's own storage as this page reaches it. A site without a public address is opened under several: by `localhost`, and
 * by each address in its network. A form for another of them would be one for another site.
 */
function fromThisPage(upload: string, page: Browser['location']): string {
  if (page === undefined) return upload
  const url = new URL(upload, page.origin)
  const isOwn = page.protocol === 'http:' && url.protocol === 'http:' && url.port === page.port && url.pathname === '/storage'
  return isOwn ? `${page.origin}/storage` : upload
}

const abortedError = (): DdpError => new DdpError('Aborted', 'The upload has been aborted by the user')

/**
 * Uploads files to the storage, one at a time. It requests each upload from the
 * server, then posts a form: the signed fields first, the file last.
 */
export class Upload {
  readonly #kind: UploadKind
  readonly #call: UploadOptions['call']
  readonly #browser: Browser
  readonly #listeners = new Set<() => void>()
  #status: UploadStatus = 'idle'
  #progress = 0
  #file: File | null = null
  #instructions: Instructions | null = null
  #request: XMLHttpRequest | null = null

  constructor({ kind, call, browser = globalThis }: UploadOptions) {
    this.#kind = kind
    this.#call = call
    this.#browser = browser
  }

  get status(): UploadStatus {
    return this.#status
  }

  /** 0 to 1 */
  get progress(): number {
    return this.#progress
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /**
   * Requests the upload and transfers the file.
   * @returns the key by which the finished upload is attached to something
   * @throws Error `No file to request upload for`, `Not a file`, `Browser does not support HTML5 uploads`
   * @throws DdpError `Upload denied`, `Aborted`, `StorageError`, and any error of the server
   */
  async send(file: File | null | undefined, context: { [key: string]: Ejson } | null = null): Promise<string> {
    const releaseReload = blockReload()
    try {
      await this.request(file, context)
      return await this.transfer()
    } finally {
      releaseReload()
    }
  }

  async request(file: File | null | undefined, context: { [key: string]: Ejson } | null = null): Promise<void> {
    const { File: FileType, FormData: FormType, XMLHttpRequest: RequestType } = this.#browser
    if (FileType === undefined || FormType === undefined || RequestType === undefined)
      throw new Error('Browser does not support HTML5 uploads')
    if (!file) throw new Error('No file to request upload for')
    if (!(file instanceof FileType)) throw new Error('Not a file')
    this.#transition('request')
    this.#progress = 0
    this.#file = file
    try {
      const { name, size, type } = file
      const reason = findDenial(RESTRICTIONS[this.#kind], { size, type })
      if (reason !== null) throw new DdpError(UPLOAD_DENIED, reason)
      const answer = await this.#call(UPLOAD_REQUEST, [this.#kind, { name, size, type }, context])
      this.#instructions = answer as unknown as Instructions
    } catch (error) {
      if (this.#status === 'authorizing') this.#transition('refuse')
      throw error
    }
    if (this.#status !== 'authorizing') throw abortedError()
    this.#transition('allow')
  }

  transfer(): Promise<string> {
    if (this.#status !== 'authorized') return Promise.reject(new Error(`Cannot transfer file at upload status: ${this.#status}`))
    this.#transition('transfer')
    const { upload, postData, headers = {} } = this.#instructions!
    const form = new this.#browser.FormData!()
    for (const { name, value } of postData) form.append(name, String(value))
    form.append('file', this.#file!)
    const request = new this.#browser.XMLHttpRequest!()
    this.#request = request
    return new Promise((resolve, reject) => {
      const fail = (): void => {
        this.#transition('fail')
        reject(new StorageError(request))
      }
      request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
        if (!lengthComputable) return
        this.#progress = loaded / total
        this.#notify()
      })
      request.addEventListener('load', () => {
        if (request.status >= 400) return fail()
        this.#progress = 1
        this.#transition('arrive')
        resolve(String(postData.find(({ name }) => name === 'key')?.value))
      })
      request.addEventListener('error', fail)
      request.addEventListener('abort', () => reject(abortedError()))
      request.open('POST', fromThisPage(upload, this.#browser.location), true)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.send(form)
    })
  }

  /** Aborts a running upload. An upload that is not running keeps its status. */
  abort(): void {
    if (TRANSITIONS[this.#status].abort === undefined) return
    this.#transition('abort')
    this.#request?.abort()
  }

  #transition(event: UploadEvent): void {
    const next = TRANSITIONS[this.#status][event]
    if (next === undefined) throw new Error(`An upload that is ${this.#status} cannot ${event}`)
    this.#status = next
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

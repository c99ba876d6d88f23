import type { Clock, Timer } from '../../../../ddp/timing/clock.ts'
import { RETRY, retryDelay } from '../../../../ddp/timing/retry.ts'
import type { Ejson } from '../../../../ddp/wire/ejson.ts'
import { DdpError } from '../../../../ddp/wire/error.ts'
import { holdReload } from '../../../../platform/ui/block-reload.ts'
import type { Upload, UploadStatus } from '../../../uploads/ui/upload.ts'
import { type SubmitAnswer, scoresSubmit } from '../../contract.ts'
import { classifySubmitError, pictureIsGone, type SubmitStage } from './classify-error.ts'
import type { Alone } from './cross-tab-lock.ts'
import { type QueuedScore, submitArgument } from './queued-score.ts'
import type { ScoreStore } from './score-store.ts'

/** The connection to the server. */
export interface Line {
  /** id of the user who is signed in on a connection that is up; null: nothing can be sent now */
  userId(): string | null
  /** Calls a method. Rejects if the connection is lost before the result arrives. */
  call(name: string, params: Ejson[]): Promise<Ejson>
}

/** The picture that is being uploaded. */
export interface PictureOnItsWay {
  id: string
  status: UploadStatus
  progress: number
}

export interface SenderOptions {
  store: ScoreStore
  line: Line
  /** creates the upload of one picture */
  upload: () => Pick<Upload, 'status' | 'progress' | 'listen' | 'send' | 'abort'>
  alone: Alone
  clock: Clock
  /** 0 ≤ random < 1 */
  random: () => number
}

/** delays between attempts, in ms: 2 s first, then 2.2 times as long each time, at most five minutes */
const PAUSES = { ...RETRY, base: 2000, quickTries: 0 }
/** an upload that makes no progress for this long (ms) is aborted and tried again later */
const STALLED = 45_000

/** Sends the waiting scores one at a time, oldest first. Failed ones are tried again after growing delays. */
export class UploadWorker {
  readonly #options: SenderOptions
  readonly #listeners = new Set<() => void>()
  #picture: PictureOnItsWay | null = null
  #cancel: (() => void) | null = null
  #running = false
  #wanted = false
  #pause: Timer | null = null
  #tries = 0

  constructor(options: SenderOptions) {
    this.#options = options
  }

  get picture(): PictureOnItsWay | null {
    return this.#picture
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Tries to send at once. Call it when something has changed that may let scores through. */
  wake(): void {
    this.#tries = 0
    this.#go()
  }

  /** Aborts the upload of this score's picture, if it is running. The score goes back into the form. */
  cancel(id: string): void {
    if (this.#picture?.id === id) this.#cancel?.()
  }

  #go(): void {
    this.#pause?.cancel()
    this.#wanted = true
    if (!this.#running) void this.#run()
  }

  async #run(): Promise<void> {
    this.#running = true
    let all = true
    while (this.#wanted) {
      this.#wanted = false
      await this.#options
        .alone(async () => {
          all = await this.#round()
        })
        .catch(() => {
          all = false
        })
    }
    this.#running = false
    const { clock, random } = this.#options
    if (!all) this.#pause = clock.after(retryDelay(this.#tries++, random(), PAUSES), () => this.#go())
  }

  /** Tries each waiting score once. @returns false if scores are left that should be tried again after a delay */
  async #round(): Promise<boolean> {
    const { store, line } = this.#options
    // This tab holds the lock, so scores marked as `sending` were left behind by a page that has ended.
    for (const { id, state } of await store.load()) if (state === 'sending') await store.move(id, 'defer')
    const tried = new Set<string>()
    let all = true
    for (;;) {
      const userId = line.userId()
      // The next connection or login wakes the worker.
      if (userId === null) return true
      const items = await store.load()
      const next = items.find(item => item.state === 'waiting' && item.userId === userId && !tried.has(item.id))
      if (next === undefined) return all
      tried.add(next.id)
      const item = await store.move(next.id, 'send')
      if (item === null) continue
      const outcome = await this.#send(item)
      if (outcome === 'sent') this.#tries = 0
      else all = false
      if (outcome === 'stop') return false
    }
  }

  /**
   * @returns `sent`: the attempt is final, accepted or not; `later`: the score
   * is to be tried again; `stop`: the other scores should wait too
   */
  async #send(item: QueuedScore): Promise<'sent' | 'later' | 'stop'> {
    const { store, line } = this.#options
    let stage: SubmitStage = 'picture'
    const release = holdReload()
    try {
      let key = item.picture === undefined ? undefined : (item.pictureKey ?? (await this.#upload(item)))
      const submit = async (): Promise<SubmitAnswer> => {
        stage = 'score'
        return (await line.call(scoresSubmit.name, [submitArgument(item, key)])) as unknown as SubmitAnswer
      }
      const answer = await submit().catch(async (error: unknown) => {
        if (!pictureIsGone(error) || item.pictureKey === undefined) throw error
        stage = 'picture'
        key = await this.#upload(item)
        return submit()
      })
      const late = item.event !== undefined && this.#options.clock.now() >= item.event.endsAt.getTime()
      await store.move(item.id, 'accept', { answer, ...(late ? { late } : {}) })
      return 'sent'
    } catch (error) {
      const { event, verdict, stop } = classifySubmitError(error, stage)
      await store.move(item.id, event, verdict)
      return stop ? 'stop' : event === 'defer' ? 'later' : 'sent'
    } finally {
      release()
    }
  }

  /** Uploads the picture of a score. @returns the key of the finished upload, which has been stored with the score */
  async #upload({ id, picture }: QueuedScore): Promise<string> {
    const { store, clock, upload: open } = this.#options
    const upload = open()
    let stalled = false
    const watch = (): Timer => {
      this.#tell({ id, status: upload.status, progress: upload.progress })
      return clock.after(STALLED, () => {
        stalled = true
        upload.abort()
      })
    }
    let timer = watch()
    const stop = upload.listen(() => {
      timer.cancel()
      timer = watch()
    })
    this.#cancel = () => upload.abort()
    try {
      const key = await upload.send(new File([picture!], 'score.jpg', { type: 'image/jpeg' })).catch((error: unknown) => {
        throw stalled ? new DdpError(' - 0') : error
      })
      await store.change(id, item => ({ ...item, pictureKey: key }))
      return key
    } finally {
      timer.cancel()
      stop()
      this.#cancel = null
      this.#tell(null)
    }
  }

  #tell(picture: PictureOnItsWay | null): void {
    this.#picture = picture
    for (const listener of this.#listeners) listener()
  }
}

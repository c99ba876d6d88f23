import type { Clock, Timer } from '#ddp/timing/clock.ts'
import { RETRY, retryDelay } from '#ddp/timing/retry.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import { blockReload } from '#platform/ui/block-reload.ts'
import { type SubmitScoreResult, scoresSubmit } from '#scores/contract/scores.ts'
import { StorageError } from '#uploads/ui/storage-error.ts'
import type { Upload, UploadStatus } from '#uploads/ui/upload.ts'
import { classifySubmitError, pictureIsGone, type SubmitStage, venueIsGone } from './classify-error.ts'
import type { TabMutex } from './cross-tab-lock.ts'
import { type QueuedScore, submitArgument, withoutLostVenue } from './queued-score.ts'
import type { ScoreStore } from './score-store.ts'

/** The connection to the server. */
export interface SubmitTransport {
  /** id of the user who is signed in on a connection that is up; null: nothing can be sent now */
  userId(): string | null
  /** Calls a method. Rejects if the connection is lost before the result arrives. */
  call(name: string, params: Ejson[]): Promise<Ejson>
}

/** The picture that is being uploaded. */
export interface UploadingPicture {
  id: string
  status: UploadStatus
  progress: number
}

export interface UploadWorkerOptions {
  store: ScoreStore
  transport: SubmitTransport
  /** creates the upload of one picture */
  upload: () => Pick<Upload, 'status' | 'progress' | 'listen' | 'send' | 'abort'>
  withLock: TabMutex
  clock: Clock
  /** 0 ≤ random < 1 */
  random: () => number
}

/** delays between attempts, in ms: 2 s first, then 2.2 times as long each time, at most five minutes */
const RETRY_DELAYS = { ...RETRY, base: 2000, quickTries: 0 }
/** an upload that makes no progress for this long (ms) is aborted and tried again later */
const STALL_TIMEOUT = 45_000

/** Sends the waiting scores one at a time, oldest first. Failed ones are tried again after growing delays. */
export class UploadWorker {
  readonly #options: UploadWorkerOptions
  readonly #listeners = new Set<() => void>()
  #picture: UploadingPicture | null = null
  #cancel: (() => void) | null = null
  #isRunning = false
  #isRequested = false
  #retryTimer: Timer | null = null
  #tries = 0

  constructor(options: UploadWorkerOptions) {
    this.#options = options
  }

  get picture(): UploadingPicture | null {
    return this.#picture
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Tries to send at once. Call it when something has changed that may let scores through. */
  sendNow(): void {
    this.#tries = 0
    this.#schedule()
  }

  /** Aborts the upload of this score's picture, if it is running. The score goes back into the form. */
  cancel(id: string): void {
    if (this.#picture?.id === id) this.#cancel?.()
  }

  #schedule(): void {
    this.#retryTimer?.cancel()
    this.#isRequested = true
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    let isComplete = true
    while (this.#isRequested) {
      this.#isRequested = false
      await this.#options
        .withLock(async () => {
          isComplete = await this.#sendAll()
        })
        .catch(() => {
          isComplete = false
        })
    }
    this.#isRunning = false
    const { clock, random } = this.#options
    if (!isComplete) this.#retryTimer = clock.after(retryDelay(this.#tries++, random(), RETRY_DELAYS), () => this.#schedule())
  }

  /** Tries each waiting score once. @returns false if scores are left that should be tried again after a delay */
  async #sendAll(): Promise<boolean> {
    const { store, transport } = this.#options
    // This tab holds the lock, so scores marked as `sending` were left behind by a page that has ended.
    for (const { id, state } of await store.load()) if (state === 'sending') await store.move(id, 'defer')
    const tried = new Set<string>()
    let isComplete = true
    for (;;) {
      const userId = transport.userId()
      // The worker runs again after the next connection or login.
      if (userId === null) return true
      const items = await store.load()
      const next = items.find(item => item.state === 'waiting' && item.userId === userId && !tried.has(item.id))
      if (next === undefined) return isComplete
      tried.add(next.id)
      const item = await store.move(next.id, 'send')
      if (item === null) continue
      const outcome = await this.#send(item)
      if (outcome === 'sent') this.#tries = 0
      else isComplete = false
      if (outcome === 'stop') return false
    }
  }

  /**
   * @returns `sent`: the attempt is final, accepted or not; `later`: the score
   * is to be tried again; `stop`: the other scores should wait too
   */
  async #send(item: QueuedScore): Promise<'sent' | 'later' | 'stop'> {
    const { store, transport } = this.#options
    let stage: SubmitStage = 'picture'
    const releaseReload = blockReload()
    try {
      let key = item.picture === undefined ? undefined : (item.pictureKey ?? (await this.#upload(item)))
      const send = async (sent: QueuedScore): Promise<SubmitScoreResult> => {
        stage = 'score'
        return (await transport.call(scoresSubmit.name, [submitArgument(sent, key)])) as unknown as SubmitScoreResult
      }
      // A score is worth more than where it was played.
      const submit = (): Promise<SubmitScoreResult> =>
        send(item).catch(async (error: unknown) => {
          if (!venueIsGone(error) || item.venue === undefined) throw error
          return send((await store.change(item.id, withoutLostVenue)) ?? withoutLostVenue(item))
        })
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
      const { event, outcome, stop: unsubscribe } = classifySubmitError(error, stage)
      await store.move(item.id, event, outcome)
      return unsubscribe ? 'stop' : event === 'defer' ? 'later' : 'sent'
    } finally {
      releaseReload()
    }
  }

  /** Uploads the picture of a score. @returns the key of the finished upload, which has been stored with the score */
  async #upload({ id, picture }: QueuedScore): Promise<string> {
    const { store, clock, upload: open } = this.#options
    const upload = open()
    let isStalled = false
    const restartTimer = (): Timer => {
      this.#setPicture({ id, status: upload.status, progress: upload.progress })
      return clock.after(STALL_TIMEOUT, () => {
        isStalled = true
        upload.abort()
      })
    }
    let timer = restartTimer()
    const unsubscribe = upload.listen(() => {
      timer.cancel()
      timer = restartTimer()
    })
    this.#cancel = () => upload.abort()
    try {
      const key = await upload.send(new File([picture!], 'score.jpg', { type: 'image/jpeg' })).catch((error: unknown) => {
        throw isStalled ? new StorageError({ status: 0, statusText: '' }) : error
      })
      await store.change(id, item => ({ ...item, pictureKey: key }))
      return key
    } finally {
      timer.cancel()
      unsubscribe()
      this.#cancel = null
      this.#setPicture(null)
    }
  }

  #setPicture(picture: UploadingPicture | null): void {
    this.#picture = picture
    for (const listener of this.#listeners) listener()
  }
}

import { cancelEdit, type DraftScore, isUnsent, type QueuedScore, queueTransition, withoutPicture } from './queued-score.ts'
import type { RecentMachines } from './recent-machines.ts'
import type { ScoreStore } from './score-store.ts'
import type { SubmitTransport, UploadingPicture, UploadWorker } from './upload-worker.ts'

/** The queue's state for components. It is the same object until something changes. */
export interface QueueView {
  /** all queued scores, oldest first */
  items: readonly QueuedScore[]
  /** a user is signed in and the connection is up */
  ready: boolean
  picture: UploadingPicture | null
}

export interface ScoreQueueOptions {
  store: ScoreStore
  uploadWorker: UploadWorker
  machines: RecentMachines
  transport: Pick<SubmitTransport, 'userId'>
  /** id of the user who is signed in, or will be once the connection is up; null: none */
  owner: () => string | null
  now: () => Date
}

/** The queue that every score goes through: it is stored on the device first and then sent, so that closing the page loses nothing. */
export class ScoreQueue {
  readonly machines: RecentMachines
  readonly #options: ScoreQueueOptions
  readonly #listeners = new Set<() => void>()
  #view: QueueView
  #userId: string | null = null

  constructor(options: ScoreQueueOptions) {
    this.#options = options
    this.machines = options.machines
    this.#view = this.#createView()
    options.store.listen(() => this.#notify())
    options.uploadWorker.listen(() => this.#notify())
  }

  readonly view = (): QueueView => this.#view

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** True if the score survives closing the page. */
  isPersisted(id: string): boolean {
    return this.#options.store.isPersisted(id)
  }

  /** Id of the user to whom a score entered now belongs; null: no user. */
  owner(): string | null {
    return this.#options.owner()
  }

  /** Called when the connection or the signed-in user may have changed. */
  transportChanged(): void {
    const previousUserId = this.#userId
    this.#userId = this.#options.transport.userId()
    if (this.#userId === previousUserId) return
    this.#notify()
    if (this.#userId !== null) this.#options.uploadWorker.sendNow()
  }

  /** Called when something else may let scores through, such as another tab or the network. Tries to send at once. */
  sendNow(): void {
    this.#options.uploadWorker.sendNow()
  }

  /**
   * Stores a score, and sends it as soon as possible.
   * @param edited the queued score that it replaces
   */
  async submit(id: string, typed: DraftScore, edited: QueuedScore | null): Promise<void> {
    const { store, now } = this.#options
    const typedAt = edited?.typedAt ?? now()
    await store.add({ ...typed, id, userId: this.owner(), typedAt, state: 'waiting' }, edited?.id)
    this.sendNow()
  }

  /** Sends a score now. A score without a user becomes the signed-in user's. */
  async retry(id: string): Promise<void> {
    const { store, transport } = this.#options
    await store.change(id, item => queueTransition({ ...item, userId: item.userId ?? transport.userId() }, 'again'))
    this.sendNow()
  }

  async withoutPicture(id: string): Promise<void> {
    await this.#options.store.change(id, item => queueTransition(withoutPicture(item), 'again'))
    this.sendNow()
  }

  /** Takes a score back into the form for editing. @returns the score, or null if it can no longer be edited */
  startEdit(id: string): Promise<QueuedScore | null> {
    return this.#options.store.move(id, 'edit')
  }

  /** Returns a score to the state before it was taken into the form. */
  async cancelEdit(id: string): Promise<void> {
    await this.#options.store.change(id, cancelEdit)
    this.sendNow()
  }

  /** Aborts the upload of a score's picture. The score then goes back into the form. */
  cancel(id: string): void {
    this.#options.uploadWorker.cancel(id)
  }

  remove(id: string): Promise<void> {
    return this.#options.store.remove(id)
  }

  /** Removes a score, unless it is being sent or is on the board by now. */
  removeUnsent(id: string): Promise<void> {
    return this.#options.store.remove(id, isUnsent)
  }

  /** Records that the player has seen that the score is on the board. */
  async markSeen({ id, state, seen }: QueuedScore): Promise<void> {
    if (state === 'accepted' && !seen) await this.#options.store.change(id, item => ({ ...item, seen: true }))
  }

  /** Removes the accepted scores that the player has seen. Called when the page that shows them is left. */
  async removeSeen(): Promise<void> {
    const { store } = this.#options
    for (const { id, seen } of store.items) if (seen) await store.remove(id)
  }

  #createView(): QueueView {
    const { store, uploadWorker, transport } = this.#options
    return { items: store.items, ready: transport.userId() !== null, picture: uploadWorker.picture }
  }

  #notify(): void {
    this.#view = this.#createView()
    for (const listener of this.#listeners) listener()
  }
}

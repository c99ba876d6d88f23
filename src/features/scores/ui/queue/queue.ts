import { putBack, type QueuedScore, queueTransition, type TypedScore, withoutPicture } from './queued-score.ts'
import type { RecentMachines } from './recent-machines.ts'
import type { ScoreStore } from './score-store.ts'
import type { Line, PictureOnItsWay, UploadWorker } from './upload-worker.ts'

/** The queue's state for components. It is the same object until something changes. */
export interface QueueView {
  /** all queued scores, oldest first */
  items: readonly QueuedScore[]
  /** a user is signed in and the connection is up */
  ready: boolean
  picture: PictureOnItsWay | null
}

export interface ScoreQueueOptions {
  store: ScoreStore
  sender: UploadWorker
  machines: RecentMachines
  line: Pick<Line, 'userId'>
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
    this.#view = this.#look()
    options.store.listen(() => this.#tell())
    options.sender.listen(() => this.#tell())
  }

  readonly view = (): QueueView => this.#view

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** True if the score survives closing the page. */
  lasts(id: string): boolean {
    return this.#options.store.lasts(id)
  }

  /** Id of the user to whom a score entered now belongs; null: no user. */
  owner(): string | null {
    return this.#options.owner()
  }

  /** Called when the connection or the signed-in user may have changed. */
  lineChanged(): void {
    const before = this.#userId
    this.#userId = this.#options.line.userId()
    if (this.#userId === before) return
    this.#tell()
    if (this.#userId !== null) this.#options.sender.wake()
  }

  /** Called when something else may let scores through, such as another tab or the network. Tries to send at once. */
  wake(): void {
    this.#options.sender.wake()
  }

  /**
   * Stores a score, and sends it as soon as possible.
   * @param mended the queued score that it replaces
   */
  async submit(id: string, typed: TypedScore, mended: QueuedScore | null): Promise<void> {
    const { store, now } = this.#options
    const typedAt = mended?.typedAt ?? now()
    await store.add({ ...typed, id, userId: this.owner(), typedAt, state: 'waiting' }, mended?.id)
    this.wake()
  }

  /** Sends a score now. A score without a user becomes the signed-in user's. */
  async again(id: string): Promise<void> {
    const { store, line } = this.#options
    await store.change(id, item => queueTransition({ ...item, userId: item.userId ?? line.userId() }, 'again'))
    this.wake()
  }

  async withoutPicture(id: string): Promise<void> {
    await this.#options.store.change(id, item => queueTransition(withoutPicture(item), 'again'))
    this.wake()
  }

  /** Takes a score back into the form for editing. @returns the score, or null if it can no longer be edited */
  mend(id: string): Promise<QueuedScore | null> {
    return this.#options.store.move(id, 'mend')
  }

  /** Returns a score to the state before it was taken into the form. */
  async putBack(id: string): Promise<void> {
    await this.#options.store.change(id, putBack)
    this.wake()
  }

  /** Aborts the upload of a score's picture. The score then goes back into the form. */
  cancel(id: string): void {
    this.#options.sender.cancel(id)
  }

  remove(id: string): Promise<void> {
    return this.#options.store.remove(id)
  }

  /** Records that the player has seen that the score is on the board. */
  async see({ id, state, seen }: QueuedScore): Promise<void> {
    if (state === 'accepted' && !seen) await this.#options.store.change(id, item => ({ ...item, seen: true }))
  }

  /** Removes the accepted scores that the player has seen. Called when the page that shows them is left. */
  async forgetSeen(): Promise<void> {
    const { store } = this.#options
    for (const { id, seen } of store.items) if (seen) await store.remove(id)
  }

  #look(): QueueView {
    const { store, sender, line } = this.#options
    return { items: store.items, ready: line.userId() !== null, picture: sender.picture }
  }

  #tell(): void {
    this.#view = this.#look()
    for (const listener of this.#listeners) listener()
  }
}

import { putBack, type QueuedScore, queueTransition, type TypedScore, withoutPicture } from './queued-score.ts'
import type { RecentMachines } from './recent-machines.ts'
import type { ScoreStore } from './score-store.ts'
import type { Line, PictureOnItsWay, UploadWorker } from './upload-worker.ts'

/** What screens see of the queue, the same object until something changes. */
export interface QueueView {
  /** the oldest first */
  items: readonly QueuedScore[]
  /** somebody is signed in, and the connection is up */
  ready: boolean
  picture: PictureOnItsWay | null
}

export interface ScoreQueueOptions {
  store: ScoreStore
  sender: UploadWorker
  machines: RecentMachines
  line: Pick<Line, 'userId'>
  /** who is signed in, or will be when the connection is up */
  owner: () => string | null
  now: () => Date
}

/** Every score goes through here, so that none is lost with its page: written down on the device first, and then sent. */
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

  /** Whether an item will still be there when the page is closed. */
  lasts(id: string): boolean {
    return this.#options.store.lasts(id)
  }

  /** Whose a score is that is typed now; null: nobody's. */
  owner(): string | null {
    return this.#options.owner()
  }

  /** The connection, or who is signed in, may have changed. */
  lineChanged(): void {
    const before = this.#userId
    this.#userId = this.#options.line.userId()
    if (this.#userId === before) return
    this.#tell()
    if (this.#userId !== null) this.#options.sender.wake()
  }

  /** Something else may have changed: another tab, the network. */
  wake(): void {
    this.#options.sender.wake()
  }

  /**
   * Writes a score down, and sends it when that is possible.
   * @param mended the item it takes the place of
   */
  async submit(id: string, typed: TypedScore, mended: QueuedScore | null): Promise<void> {
    const { store, now } = this.#options
    const typedAt = mended?.typedAt ?? now()
    await store.add({ ...typed, id, userId: this.owner(), typedAt, state: 'waiting' }, mended?.id)
    this.wake()
  }

  /** Sends it now, in the name of who is signed in if it was nobody's. */
  async again(id: string): Promise<void> {
    const { store, line } = this.#options
    await store.change(id, item => queueTransition({ ...item, userId: item.userId ?? line.userId() }, 'again'))
    this.wake()
  }

  async withoutPicture(id: string): Promise<void> {
    await this.#options.store.change(id, item => queueTransition(withoutPicture(item), 'again'))
    this.wake()
  }

  /** Takes it back into the form. @returns it, or null when it is too late */
  mend(id: string): Promise<QueuedScore | null> {
    return this.#options.store.move(id, 'mend')
  }

  /** Leaves it as it was before it was taken into the form. */
  async putBack(id: string): Promise<void> {
    await this.#options.store.change(id, putBack)
    this.wake()
  }

  /** Stops its picture while that is on its way; then it is in the form again. */
  cancel(id: string): void {
    this.#options.sender.cancel(id)
  }

  remove(id: string): Promise<void> {
    return this.#options.store.remove(id)
  }

  /** Its player sees that it is on the board. */
  async see({ id, state, seen }: QueuedScore): Promise<void> {
    if (state === 'accepted' && !seen) await this.#options.store.change(id, item => ({ ...item, seen: true }))
  }

  /** The page that shows scores is left: what was seen on the board need not stay on the device. */
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

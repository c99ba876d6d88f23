import type { DdpClient } from '../../../ddp/client/client.ts'
import type { Clock } from '../../../ddp/timing/clock.ts'
import { RETRY, retryDelay } from '../../../ddp/timing/retry.ts'
import { BROWSER, CLIENT_VERSIONS, type ClientVersion } from '../contract.ts'

/** Delays of the subscription's retries, in ms (mission §9). */
const SUBSCRIBED_AGAIN = { ...RETRY, base: 30_000, quickTries: 0 }
/** ms between checks whether the page may be reloaded */
const LOOKED_AGAIN = 1000
/** Storage key of the builds that this tab was reloaded for, so that it never reloads in a loop. */
const RELOADED_FOR = 'skillshot.reloadedFor'

/** `waiting`: the page reloads itself as soon as nothing is in progress; `offered`: only if the user asks for it. */
export type Offer = 'waiting' | 'offered'

export interface AutoUpdateOptions {
  client: Pick<DdpClient, 'subscribe' | 'store'>
  clock: Clock
  /** 0 ≤ random < 1 */
  random: () => number
  /** the build that this page belongs to */
  own: Pick<ClientVersion, 'versionRefreshable' | 'versionNonRefreshable'>
  /** true if a reload now would lose something, or fail */
  busy: () => boolean
  /** Replaces the current stylesheets by these. @returns whether they loaded */
  swap: (urls: readonly string[]) => Promise<boolean>
  reload: () => void
  /** Shows the notice to the user; null: hides it. */
  tell: (offer: Offer | null) => void
  /** storage that outlives the page, but not the tab */
  storage: () => Pick<Storage, 'getItem' | 'setItem'>
}

/** Keeps an open page at the build that the server serves. */
export class AutoUpdate {
  readonly #options: AutoUpdateOptions
  #own: AutoUpdateOptions['own']
  #tries = 0
  /** the build that the page is to be reloaded for, and whether that is being waited for */
  #wanted: string | null = null
  #waiting = false
  #swapping = false

  constructor(options: AutoUpdateOptions) {
    this.#options = options
    this.#own = options.own
  }

  start(): void {
    this.#options.client.store.collection(CLIENT_VERSIONS).listen(() => this.#look())
    this.#subscribe()
  }

  /** Called when the user asks for the reload. */
  reload(): void {
    if (this.#wanted !== null) this.#remember(this.#wanted)
    this.#options.reload()
  }

  #subscribe(): void {
    const { client, clock, random } = this.#options
    const subscription = client.subscribe(CLIENT_VERSIONS, [])
    subscription.listen(() => {
      const { state } = subscription.state
      if (state === 'ready') this.#tries = 0
      else if (state !== 'pending') clock.after(retryDelay(this.#tries++, random(), SUBSCRIBED_AGAIN), () => this.#subscribe())
    })
  }

  #look(): void {
    const served = this.#options.client.store.collection(CLIENT_VERSIONS).get(BROWSER) as unknown as ClientVersion | undefined
    if (served === undefined) return
    const other = served.versionNonRefreshable !== this.#own.versionNonRefreshable
    this.#wanted = other ? served.versionNonRefreshable : null
    if (other) this.#reloadSoon()
    else {
      this.#options.tell(null)
      if (served.versionRefreshable !== this.#own.versionRefreshable) void this.#restyle(served)
    }
  }

  #reloadSoon(): void {
    if (this.#waiting || this.#wanted === null) return
    if (!this.#mayReloadFor(this.#wanted)) return this.#options.tell('offered')
    if (!this.#options.busy() && this.#remember(this.#wanted)) return this.#options.reload()
    this.#options.tell('waiting')
    this.#waiting = true
    this.#options.clock.after(LOOKED_AGAIN, () => {
      this.#waiting = false
      this.#reloadSoon()
    })
  }

  async #restyle({ versionRefreshable, assets }: ClientVersion): Promise<void> {
    if (this.#swapping) return
    this.#swapping = true
    const came = await this.#options.swap(assets.map(({ url }) => url))
    this.#swapping = false
    if (came) {
      this.#own = { ...this.#own, versionRefreshable }
      this.#look()
    } else this.#options.clock.after(SUBSCRIBED_AGAIN.base, () => this.#look())
  }

  #mayReloadFor(version: string): boolean {
    try {
      return !(this.#options.storage().getItem(RELOADED_FOR) ?? '').split(' ').includes(version)
    } catch {
      return false
    }
  }

  /** @returns false if nothing can be stored: then the page does not reload itself, because it could not detect a loop */
  #remember(version: string): boolean {
    try {
      const storage = this.#options.storage()
      storage.setItem(RELOADED_FOR, `${storage.getItem(RELOADED_FOR) ?? ''} ${version}`.trim())
      return true
    } catch {
      return false
    }
  }
}

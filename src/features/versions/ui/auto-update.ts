import type { DdpClient } from '#ddp/client/client.ts'
import type { SubscriptionHandle } from '#ddp/client/subscriptions.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import { RETRY, retryDelay } from '#ddp/timing/retry.ts'
import { BROWSER, CLIENT_VERSIONS, type ClientVersion } from '../contract.ts'
import { subscribeToVersions } from './held-build.ts'

/** Delays of the subscription's retries, in ms (mission §9). */
const RESUBSCRIBE = { ...RETRY, base: 30_000, quickTries: 0 }
/** ms between checks whether the page may be reloaded */
const BUSY_POLL_MS = 1000
/** Storage key of the builds that this tab was reloaded for, so that it never reloads in a loop. */
const STORAGE_KEY = 'skillshot.reloadedFor'

/** `waiting`: the page reloads itself as soon as nothing is in progress; `offered`: only if the user asks for it. */
export type Offer = 'waiting' | 'offered'

export interface AutoUpdateOptions {
  client: Pick<DdpClient, 'subscribe' | 'store'>
  clock: Clock
  /** 0 ≤ random < 1 */
  random: () => number
  /** the build that this page belongs to */
  ownVersion: Pick<ClientVersion, 'versionRefreshable' | 'versionNonRefreshable'>
  /** true if a reload now would lose something, or fail */
  isBusy: () => boolean
  /** Replaces the current stylesheets by these. @returns whether they loaded */
  swapStylesheets: (urls: readonly string[]) => Promise<boolean>
  reload: () => void
  /** Shows the notice to the user; null: hides it. */
  showOffer: (offer: Offer | null) => void
  /** storage that outlives the page, but not the tab */
  storage: () => Pick<Storage, 'getItem' | 'setItem'>
}

/** Keeps an open page at the build that the server serves. */
export class AutoUpdate {
  readonly #options: AutoUpdateOptions
  #ownVersion: AutoUpdateOptions['ownVersion']
  #tries = 0
  /** the build that the page is to be reloaded for, and whether that is being waited for */
  #targetVersion: string | null = null
  #waiting = false
  #swapping = false

  constructor(options: AutoUpdateOptions) {
    this.#options = options
    this.#ownVersion = options.ownVersion
  }

  /** @param subscription to the versions, which a page opens together with its other subscriptions (`subscribeToVersions`) */
  start(subscription = subscribeToVersions(this.#options.client)): void {
    this.#options.client.store.collection(CLIENT_VERSIONS).listen(() => this.#check())
    this.#follow(subscription)
    this.#check()
  }

  /** Called when the user asks for the reload. */
  reload(): void {
    if (this.#targetVersion !== null) this.#markReloadedFor(this.#targetVersion)
    this.#options.reload()
  }

  #follow(subscription: SubscriptionHandle): void {
    const { client, clock, random } = this.#options
    const onState = (): void => {
      const { state } = subscription.state
      if (state === 'ready') this.#tries = 0
      else if (state !== 'pending')
        clock.after(retryDelay(this.#tries++, random(), RESUBSCRIBE), () => this.#follow(subscribeToVersions(client)))
    }
    subscription.listen(onState)
    onState()
  }

  #check(): void {
    const served = this.#options.client.store.collection(CLIENT_VERSIONS).get(BROWSER) as unknown as ClientVersion | undefined
    if (served === undefined) return
    const isNewBuild = served.versionNonRefreshable !== this.#ownVersion.versionNonRefreshable
    this.#targetVersion = isNewBuild ? served.versionNonRefreshable : null
    if (isNewBuild) this.#reloadWhenIdle()
    else {
      this.#options.showOffer(null)
      if (served.versionRefreshable !== this.#ownVersion.versionRefreshable) void this.#updateStylesheets(served)
    }
  }

  #reloadWhenIdle(): void {
    if (this.#waiting || this.#targetVersion === null) return
    if (!this.#canReloadFor(this.#targetVersion)) return this.#options.showOffer('offered')
    if (!this.#options.isBusy() && this.#markReloadedFor(this.#targetVersion)) return this.#options.reload()
    this.#options.showOffer('waiting')
    this.#waiting = true
    this.#options.clock.after(BUSY_POLL_MS, () => {
      this.#waiting = false
      this.#reloadWhenIdle()
    })
  }

  async #updateStylesheets({ versionRefreshable, assets }: ClientVersion): Promise<void> {
    if (this.#swapping) return
    this.#swapping = true
    const swapped = await this.#options.swapStylesheets(assets.map(({ url }) => url))
    this.#swapping = false
    if (swapped) {
      this.#ownVersion = { ...this.#ownVersion, versionRefreshable }
      this.#check()
    } else this.#options.clock.after(RESUBSCRIBE.base, () => this.#check())
  }

  #canReloadFor(version: string): boolean {
    try {
      return !(this.#options.storage().getItem(STORAGE_KEY) ?? '').split(' ').includes(version)
    } catch {
      return false
    }
  }

  /** @returns false if nothing can be stored: then the page does not reload itself, because it could not detect a loop */
  #markReloadedFor(version: string): boolean {
    try {
      const storage = this.#options.storage()
      storage.setItem(STORAGE_KEY, `${storage.getItem(STORAGE_KEY) ?? ''} ${version}`.trim())
      return true
    } catch {
      return false
    }
  }
}

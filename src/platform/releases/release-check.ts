import type { Clock, Timer } from '#ddp/timing/clock.ts'
import { limitedFetch } from '#platform/http/limited-fetch.ts'
import type { Log } from '#platform/log/log.ts'
import type { SiteSettings } from '#platform/settings/site-settings.ts'
import { type Release, readNewerRelease } from './newer-release.ts'

export interface ReleaseCheckOptions {
  settings: SiteSettings
  clock: Clock
  log: Log
  /** where the latest release is described (`RELEASES_URL`); null: nowhere */
  address: string | null
  /** the version that runs */
  version: string
}

/** ms after the start, or after the setting was turned on, until it looks */
const FIRST_MS = 10_000
const INTERVAL_MS = 86_400_000

/**
 * Looks once a day whether there is a newer release, while the setting `releaseNotice` is on. The request says nothing of the site: neither
 * its address nor its version.
 */
export class ReleaseCheck {
  readonly #options: ReleaseCheckOptions
  #timer: Timer | null = null
  #newer: Release | null = null
  #isOn = false
  /** aborted when what was asked is not wanted any more */
  #ended = new AbortController()

  constructor(options: ReleaseCheckOptions) {
    this.#options = options
    options.settings.onChange(() => this.#follow())
    this.#follow()
  }

  /** The latest release, if it is newer than what runs; null: it is not, or that is not known. */
  get newer(): Release | null {
    return this.#newer
  }

  stop(): void {
    this.#timer?.cancel()
    this.#ended.abort()
  }

  #follow(): void {
    const { settings, address } = this.#options
    const isOn = settings.current().releaseNotice && address !== null
    if (isOn === this.#isOn) return
    this.#isOn = isOn
    this.stop()
    this.#ended = new AbortController()
    this.#newer = null
    if (isOn) this.#wait(FIRST_MS)
  }

  #wait(ms: number): void {
    this.#timer = this.#options.clock.after(ms, () => void this.#look())
  }

  async #look(): Promise<void> {
    const { address, version, clock, log } = this.#options
    const { signal } = this.#ended
    try {
      const { answer, body } = await limitedFetch(clock, address!, { headers: { accept: 'application/json' } })
      if (!answer.ok) throw new Error(`The answer has the status ${answer.status}.`)
      const newer = readNewerRelease(JSON.parse(body.toString()), version)
      if (!signal.aborted) this.#newer = newer
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, 'it could not be found out whether there is a newer release')
    }
    if (!signal.aborted) this.#wait(INTERVAL_MS)
  }
}

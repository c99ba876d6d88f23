import type { Clock, Timer } from '../../ddp/timing/clock.ts'
import type { Log } from '../log/log.ts'
import type { SiteSettings } from '../settings/site-settings.ts'
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
const TIMEOUT_MS = 10_000
const MAX_BYTES = 1_048_576

/**
 * Looks once a day whether there is a newer release, while the setting `releaseNotice` is on. The request says nothing of the site: neither
 * its address nor its version.
 */
export class ReleaseCheck {
  readonly #options: ReleaseCheckOptions
  #timer: Timer | null = null
  #newer: Release | null = null
  #isOn = false
  #request = new AbortController()

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
    this.#request.abort()
  }

  #follow(): void {
    const { settings, address } = this.#options
    const isOn = settings.current().releaseNotice && address !== null
    if (isOn === this.#isOn) return
    this.#isOn = isOn
    this.stop()
    this.#request = new AbortController()
    this.#newer = null
    if (isOn) this.#wait(FIRST_MS)
  }

  #wait(ms: number): void {
    this.#timer = this.#options.clock.after(ms, () => void this.#look())
  }

  async #look(): Promise<void> {
    const { address, version, log } = this.#options
    const { signal } = this.#request
    try {
      const answer = await fetch(address!, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        headers: { accept: 'application/json', 'user-agent': 'Skillshot' },
      })
      if (!answer.ok) throw new Error(`The answer has the status ${answer.status}.`)
      const newer = readNewerRelease(JSON.parse(await readText(answer)), version)
      if (!signal.aborted) this.#newer = newer
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, 'it could not be found out whether there is a newer release')
    }
    if (!signal.aborted) this.#wait(INTERVAL_MS)
  }
}

/** @throws Error if it is longer than a description of a release is */
async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new Error('The answer is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

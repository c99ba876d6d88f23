import { readFile, stat } from 'node:fs/promises'
import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Clock, Timer } from '../../../ddp/timing/clock.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import { renderPolicy } from './render.ts'

/** ms between looks at the file */
const LOOK = 5000

export interface PolicyTextOptions {
  name: string
  title: string
  /** the operator's own text, if it is there */
  file: string
  /** ours, as Markdown */
  text: string
  clock: Clock
  report(cause: unknown): void
}

/** One policy: the operator's file where there is one, read again when it changes; else our text. */
export class PolicyText implements LiveQuery {
  readonly set = new LiveSet()
  readonly #options: PolicyTextOptions
  #shown: string | null = null
  #timer: Timer | null = null

  constructor(options: PolicyTextOptions) {
    this.#options = options
  }

  async open(): Promise<PolicyText> {
    await this.look()
    this.#schedule()
    return this
  }

  close(): void {
    this.#timer?.cancel()
  }

  /** A file that cannot be read leaves what was shown, or our text. */
  async look(): Promise<void> {
    const { file, name, title, text, report } = this.#options
    try {
      const found = await stat(file).catch(absent)
      const state = found === null ? 'ours' : `${found.mtimeMs} ${found.size}`
      if (state === this.#shown) return
      const markdown = found === null ? null : await readFile(file, 'utf8').catch(absent)
      this.#shown = state
      this.set.put('policies', name, { ...renderPolicy(markdown ?? text, title) })
    } catch (error) {
      if (this.#shown === null) this.set.put('policies', name, { ...renderPolicy(text, title) })
      report(error)
    }
  }

  #schedule(): void {
    this.#timer = this.#options.clock.after(LOOK, () => {
      void this.look()
      this.#schedule()
    })
  }
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

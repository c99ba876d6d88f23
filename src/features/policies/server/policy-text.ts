import { readFile, stat } from 'node:fs/promises'
import type { Clock, Timer } from '../../../ddp/timing/clock.ts'
import type { PublishedDocuments } from '../../../platform/live/server/live-server.ts'
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
  /** where it is shown */
  documents: PublishedDocuments
  report(cause: unknown): void
}

/** One policy: the operator's file where there is one, read again when it changes; else our text. */
export class PolicyText {
  readonly #options: PolicyTextOptions
  #shown: string | null = null
  #timer: Timer | null = null

  constructor(options: PolicyTextOptions) {
    this.#options = options
  }

  /** Shows it, and from then on looks for another text. */
  async open(): Promise<void> {
    await this.look()
    this.#schedule()
  }

  close(): void {
    this.#timer?.cancel()
  }

  /** A file that cannot be read leaves what was shown, or our text. */
  async look(): Promise<void> {
    const { documents, file, name, title, text, report } = this.#options
    try {
      const found = await stat(file).catch(absent)
      const state = found === null ? 'ours' : `${found.mtimeMs} ${found.size}`
      if (state === this.#shown) return
      const markdown = found === null ? null : await readFile(file, 'utf8').catch(absent)
      this.#shown = state
      documents.put('policies', name, { ...renderPolicy(markdown ?? text, title) })
    } catch (error) {
      if (this.#shown === null) documents.put('policies', name, { ...renderPolicy(text, title) })
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

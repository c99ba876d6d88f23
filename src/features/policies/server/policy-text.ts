import { readFile, stat } from 'node:fs/promises'
import type { Clock, Timer } from '#ddp/timing/clock.ts'
import type { PublishedDocuments } from '#platform/live/server/live-server.ts'
import type { PolicyLanguage } from '../contract.ts'
import { renderPolicy } from './render-markdown.ts'

/** ms between checks of the files */
const POLL_INTERVAL = 5000

export interface PolicyTextOptions {
  /** `_id` of the document */
  id: string
  title: string
  /** the operator's own files: the first that exists is used */
  files: readonly { path: string; lang: PolicyLanguage }[]
  /** returns our own text, as Markdown, in the requested language; it may change */
  own: () => { text: string; lang: PolicyLanguage }
  clock: Clock
  /** where the text is published */
  documents: PublishedDocuments
  logFailure(cause: unknown): void
}

/** A policy in one requested language: the operator's file if there is one, read again when it changes; else our own text. */
export class PolicyText {
  readonly #options: PolicyTextOptions
  #publishedState: string | null = null
  #timer: Timer | null = null

  constructor(options: PolicyTextOptions) {
    this.#options = options
  }

  /** Publishes the text, and from then on checks for another one. */
  async open(): Promise<void> {
    await this.refresh()
    this.#schedule()
  }

  close(): void {
    this.#timer?.cancel()
  }

  /** If a file cannot be read, the published text stays; if there is none yet, our own is published. */
  async refresh(): Promise<void> {
    const { logFailure } = this.#options
    const own = this.#options.own()
    try {
      const found = await this.#find(own)
      if (found.state === this.#publishedState) return
      const markdown = found.path === null ? null : await readFile(found.path, 'utf8').catch(nullIfMissing)
      this.#publishedState = found.state
      this.#publish(markdown ?? own.text, markdown === null ? own.lang : found.lang)
    } catch (error) {
      if (this.#publishedState === null) this.#publish(own.text, own.lang)
      logFailure(error)
    }
  }

  /** Finds the file to use, if any exists. `state` changes when another file or another content is to be used. */
  async #find(own: { text: string; lang: PolicyLanguage }): Promise<{ path: string | null; lang: PolicyLanguage; state: string }> {
    for (const { path, lang } of this.#options.files) {
      const found = await stat(path).catch(nullIfMissing)
      if (found !== null) return { path, lang, state: `${path} ${found.mtimeMs} ${found.size}` }
    }
    return { path: null, lang: own.lang, state: `ours ${own.text}` }
  }

  #publish(markdown: string, lang: PolicyLanguage): void {
    const { documents, id, title } = this.#options
    documents.put('policies', id, { ...renderPolicy(markdown, title), lang })
  }

  #schedule(): void {
    this.#timer = this.#options.clock.after(POLL_INTERVAL, () => {
      void this.refresh()
      this.#schedule()
    })
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

import { readFile, stat } from 'node:fs/promises'
import type { Clock, Timer } from '../../../ddp/timing/clock.ts'
import type { PublishedDocuments } from '../../../platform/live/server/live-server.ts'
import type { PolicyLanguage } from '../contract.ts'
import { renderPolicy } from './render-markdown.ts'

/** ms between checks of the files */
const LOOK = 5000

export interface PolicyTextOptions {
  /** `_id` of the document */
  id: string
  title: string
  /** the operator's own files: the first that exists is used */
  files: readonly { path: string; lang: PolicyLanguage }[]
  /** our own text, as Markdown, in English */
  text: string
  clock: Clock
  /** where the text is published */
  documents: PublishedDocuments
  report(cause: unknown): void
}

/** A policy in one requested language: the operator's file if there is one, read again when it changes; else our own text. */
export class PolicyText {
  readonly #options: PolicyTextOptions
  #shown: string | null = null
  #timer: Timer | null = null

  constructor(options: PolicyTextOptions) {
    this.#options = options
  }

  /** Publishes the text, and from then on checks for another one. */
  async open(): Promise<void> {
    await this.look()
    this.#schedule()
  }

  close(): void {
    this.#timer?.cancel()
  }

  /** If a file cannot be read, the published text stays; if there is none yet, our own is published. */
  async look(): Promise<void> {
    const { text, report } = this.#options
    try {
      const found = await this.#find()
      if (found.state === this.#shown) return
      const markdown = found.path === null ? null : await readFile(found.path, 'utf8').catch(absent)
      this.#shown = found.state
      this.#put(markdown ?? text, markdown === null ? 'en' : found.lang)
    } catch (error) {
      if (this.#shown === null) this.#put(text, 'en')
      report(error)
    }
  }

  /** Finds the file to use, if any exists. `state` changes when another file or another content is to be used. */
  async #find(): Promise<{ path: string | null; lang: PolicyLanguage; state: string }> {
    for (const { path, lang } of this.#options.files) {
      const found = await stat(path).catch(absent)
      if (found !== null) return { path, lang, state: `${path} ${found.mtimeMs} ${found.size}` }
    }
    return { path: null, lang: 'en', state: 'ours' }
  }

  #put(markdown: string, lang: PolicyLanguage): void {
    const { documents, id, title } = this.#options
    documents.put('policies', id, { ...renderPolicy(markdown, title), lang })
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

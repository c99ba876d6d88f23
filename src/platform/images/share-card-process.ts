import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import type { CardFontFile } from './share-card-fonts.ts'

/** ms without work after which the process ends, so that all memory that it took is given back */
const IDLE_MS = 5000

/** Cards after which the process ends even if more are waiting, because its memory grows with what it has drawn. */
const MAX_CARDS = 25

/** Priority of the process on Linux: it yields to the event loop and to the database. */
const NICE = 5

/**
 * The program of the process. It is a string because the application may be a single bundle, without a separate file for it. It ends when
 * the channel is closed, so also when the server is killed.
 */
const PROGRAM = `
const { satori, resvg, sharp, fonts, width, height, nice } = JSON.parse(process.argv[1])
const { readFileSync } = require('node:fs')
process.title = 'skillshot cards'
if (process.platform === 'linux') require('node:os').setPriority(0, nice)
process.once('disconnect', () => process.exit())
const draw = require(satori).default
const { renderAsync } = require(resvg)
const encode = require(sharp)
encode.concurrency(1)
encode.cache(false)
const loaded = fonts.map(({ path, ...font }) => ({ ...font, data: readFileSync(path) }))
async function toPng(tree) {
  const svg = await draw(tree, { width, height, fonts: loaded })
  const image = await renderAsync(svg, { font: { loadSystemFonts: false } })
  return encode(image.pixels, { raw: { width: image.width, height: image.height, channels: 4 } })
    .removeAlpha()
    .png({ palette: true, effort: 5, dither: 0.5 })
    .toBuffer()
}
process.on('message', async ({ id, tree }) => {
  const answer = await toPng(tree).then(png => ({ id, png }), error => ({ id, error: String(error?.stack ?? error) }))
  process.send(answer)
})`

/** An element whose components have been called: what can be sent to another process. */
export type PlainElement = string | number | null | readonly PlainElement[] | { type: string; props: Record<string, unknown> }

interface Answer {
  id: number
  png?: Uint8Array
  error?: string
}

interface Drawing {
  resolve(png: Buffer): void
  reject(error: Error): void
}

/** One run of the process. It takes drawings until it has made `MAX_CARDS`, and ends when it has nothing to do. */
class Run {
  /** resolves when the process has ended, in whatever way */
  readonly ended: Promise<void>
  readonly #child: ChildProcess
  readonly #drawings = new Map<number, Drawing>()
  #started = 0
  #idle: NodeJS.Timeout | null = null

  constructor(settings: object) {
    // The process gets none of the server's environment, which holds secrets.
    this.#child = spawn(process.execPath, ['--eval', PROGRAM, JSON.stringify(settings)], {
      env: { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    this.ended = new Promise(resolve => {
      this.#child.once('error', () => resolve())
      this.#child.once('exit', () => resolve())
    })
    this.#child.on('message', answer => this.#take(answer as Answer))
    this.#child.once('error', error => this.#fail(error))
    this.#child.once('exit', (code, signal) => this.#fail(new Error(`The process that draws cards has ended (${signal ?? code}).`)))
  }

  get isOpen(): boolean {
    return this.#child.connected && this.#started < MAX_CARDS
  }

  draw(tree: PlainElement): Promise<Buffer> {
    if (this.#idle !== null) clearTimeout(this.#idle)
    const id = this.#started++
    this.#child.ref()
    this.#child.channel?.ref()
    return new Promise((resolve, reject) => {
      this.#drawings.set(id, { resolve, reject })
      this.#child.send({ id, tree }, error => error !== null && this.#fail(error))
    })
  }

  #take({ id, png, error }: Answer): void {
    const drawing = this.#drawings.get(id)
    this.#drawings.delete(id)
    if (png !== undefined) drawing?.resolve(Buffer.from(png))
    else drawing?.reject(new Error(error))
    if (this.#drawings.size === 0) this.#rest()
  }

  /** Nothing is under way: a server or a test that has nothing else to do may end now. */
  #rest(): void {
    this.#child.unref()
    this.#child.channel?.unref()
    if (!this.isOpen) this.#end()
    else this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref()
  }

  #end(): void {
    if (this.#child.connected) this.#child.disconnect()
  }

  #fail(error: Error): void {
    for (const { reject } of this.#drawings.values()) reject(error)
    this.#drawings.clear()
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#end()
  }
}

/**
 * Draws cards in a process of its own, which begins with the first card and ends five seconds after the last. Layout, rasterizing and
 * encoding leave hundreds of megabytes behind that a process never gives back (decision 009).
 */
export class CardProcess {
  readonly #settings: object
  #run: Run | null = null

  /** @param size of the cards in px */
  constructor(size: { width: number; height: number }, fonts: readonly CardFontFile[]) {
    const { resolve } = createRequire(import.meta.url)
    this.#settings = {
      ...size,
      fonts,
      satori: resolve('satori'),
      resvg: resolve('@resvg/resvg-js'),
      sharp: resolve('sharp'),
      nice: NICE,
    }
  }

  /** @returns the PNG @throws Error if the process cannot draw it, or has ended meanwhile */
  async draw(tree: PlainElement): Promise<Buffer> {
    for (;;) {
      this.#run ??= new Run(this.#settings)
      const run = this.#run
      if (run.isOpen) return run.draw(tree)
      // One process after the other: two of them would take twice the memory.
      await run.ended
      if (this.#run === run) this.#run = null
    }
  }
}

import { type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, Timer } from '#ddp/timing/clock.ts'
import type { RememberedGame } from './game-tracker.ts'
import type { KnownBoard } from './venue-boards.ts'

/** Games that are kept at most. */
const MOST_GAMES = 100_000
/** ms for which a game that the site has is kept, since its end may be heard again */
const KEPT_MS = 600_000
/** ms between two tries to write where the disk does not take it */
const WRITE_AGAIN_MS = 10_000
/** ms that what need not be on the disk now may wait */
const LATER_MS = 1000
/** The file is written anew when it has so many lines, and three times as many as are needed. */
const LEAST_LINES = 1000
/** lines of one write to the new file */
const LINES_AT_ONCE = 500

/** A line of the file. `game`: the latest form of a game; `sent`: the site has this form of it; `aside`: the site does not take it; `again`: it is to be tried again; `boards`: the paired ones */
type Line =
  | { kind: 'game'; entry: SpooledGame }
  | { kind: 'sent'; id: string }
  | { kind: 'aside'; id: string; reason: string }
  | { kind: 'again'; id: string }
  | { kind: 'boards'; boards: readonly KnownBoard[] }

interface Kept {
  /** its line: a text takes a third of the memory of the object */
  line: string
  version: number
  /** when its end was last heard, or the file read, by the clock */
  at: number
  isOnDisk: boolean
  /** why the site does not take it; null otherwise */
  reason: string | null
}

/** A game with times of day. `kept`: in which run of the reporter it was kept, and by how many ms the time of day was ahead of its clock then */
export interface SpooledGame extends RememberedGame {
  kept?: { run: string; ahead: number }
}

/** A game that the site should get. `version`: counts the forms of the game, of which the site has to get the last one */
export interface WaitingGame {
  entry: SpooledGame
  version: number
}

/** `dropped`: games for which there was no room */
export interface SpoolCounts {
  waiting: number
  aside: number
  dropped: number
}

export interface SpoolOptions {
  /** the folder that holds the file */
  dir: string
  clock: Clock
  /** Something is on the disk now, or it is known that it can't be. */
  onWritten?(): void
  mostGames?: number
}

const gameLine = (entry: SpooledGame): string => encode({ kind: 'game', entry })
const encode = (line: Line): string => JSON.stringify(line)

/**
 * Keeps each ended game in a file until the site has it, and for ten minutes more. The file is a list of lines that only grows; a line that a crash
 * has cut counts for nothing. Where the disk takes nothing, games are kept in memory and are sent all the same.
 */
export class Spool {
  readonly #options: SpoolOptions
  readonly #file: string
  /** by id, in the order in which they have ended */
  readonly #waiting = new Map<string, Kept>()
  readonly #sent = new Map<string, Kept>()
  readonly #aside = new Map<string, Kept>()
  #boards: readonly KnownBoard[] = []
  #dropped = 0
  #handle: FileHandle | null = null
  /** how many lines the file has */
  #lines = 0
  /** lines that are not on the disk, and the games that they hold; empty where the whole file is written instead */
  #pending: string[] = []
  #unwritten: Kept[] = []
  /** so many lines wait for the disk that the whole file is written instead */
  #isAnewDue = false
  #writing: Promise<void> | null = null
  #timer: Timer | null = null
  #failure: string | null = null
  #isClosed = false

  private constructor(options: SpoolOptions) {
    this.#options = options
    this.#file = join(options.dir, 'spool.jsonl')
  }

  /**
   * Reads the file and makes it where it is missing. Games that the site did not take are tried once more: it may be newer now.
   * @throws the error of the system if the folder can't be used
   */
  static async open(options: SpoolOptions): Promise<Spool> {
    const spool = new Spool(options)
    await mkdir(options.dir, { recursive: true, mode: 0o700 })
    await spool.#read()
    for (const [id, kept] of spool.#aside) {
      spool.#waiting.set(id, { ...kept, reason: null })
      spool.#append(encode({ kind: 'again', id }), LATER_MS)
    }
    spool.#aside.clear()
    return spool
  }

  /** The paired boards that were kept. */
  get boards(): readonly KnownBoard[] {
    return this.#boards
  }

  /** Why nothing can be written to the disk now; null: it can. */
  get failure(): string | null {
    return this.#failure
  }

  get counts(): SpoolCounts {
    return { waiting: this.#waiting.size, aside: this.#aside.size, dropped: this.#dropped }
  }

  /** Why the site does not take some games, with how many. */
  get reasons(): ReadonlyMap<string, number> {
    const reasons = new Map<string, number>()
    for (const { reason } of this.#aside.values()) reasons.set(reason!, (reasons.get(reason!) ?? 0) + 1)
    return reasons
  }

  /** The games whose ends may be heard again. @param since ms, by the time of day of the entries */
  remembered(since: number): RememberedGame[] {
    return [...this.#sent.values(), ...this.#waiting.values(), ...this.#aside.values()]
      .map(entryOf)
      .filter(({ heardAt }) => heardAt >= since)
      .sort((a, b) => a.heardAt - b.heardAt)
  }

  /**
   * Keeps a game, or more of what is known of it.
   * @param share how much of the room games like this may take, from 0 to 1
   * @returns false: there is no room for it
   */
  put(entry: SpooledGame, share = 1): boolean {
    const { id } = entry.game
    const before = this.#waiting.get(id) ?? this.#sent.get(id) ?? this.#aside.get(id)
    if (before === undefined && !this.#makeRoom(share)) {
      this.#dropped++
      return false
    }
    const line = gameLine(entry)
    const kept: Kept = {
      ...{ line, version: (before?.version ?? 0) + 1, at: this.#options.clock.now(), isOnDisk: false, reason: before?.reason ?? null },
    }
    if (this.#aside.has(id)) this.#aside.set(id, kept)
    else {
      this.#sent.delete(id)
      this.#waiting.set(id, kept)
    }
    if (!this.#isAnewDue) this.#unwritten.push(kept)
    this.#append(line, 0)
    return true
  }

  /** Returns the first games that wait and are on the disk, or cannot be. @param accepts whether one with this id may be taken now */
  next(accepts: (id: string) => boolean): WaitingGame | null {
    for (const [id, kept] of this.#waiting)
      if ((kept.isOnDisk || this.#failure !== null) && accepts(id)) return { entry: entryOf(kept), version: kept.version }
    return null
  }

  /** The site has this form of a game. */
  acknowledge({ entry, version }: WaitingGame): void {
    const { id } = entry.game
    const kept = this.#waiting.get(id)
    if (kept?.version !== version) return
    this.#waiting.delete(id)
    this.#sent.set(id, kept)
    this.#append(encode({ kind: 'sent', id }), LATER_MS)
  }

  /** The site does not take this game. It is tried again after the next start. */
  setAside({ entry }: WaitingGame, reason: string): void {
    const { id } = entry.game
    const kept = this.#waiting.get(id)
    if (kept === undefined) return
    this.#waiting.delete(id)
    this.#aside.set(id, { ...kept, reason })
    this.#append(encode({ kind: 'aside', id, reason }), LATER_MS)
  }

  keepBoards(boards: readonly KnownBoard[]): void {
    this.#boards = boards
    this.#append(encode({ kind: 'boards', boards }), LATER_MS)
  }

  /** Resolves when all is on the disk, or it is known that it can't be. */
  async flush(): Promise<void> {
    this.#timer?.cancel()
    this.#timer = null
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null
      if (this.#isDue && this.#failure === null) void this.flush()
    })
    await this.#writing
  }

  /** Writes what is left, and closes the file. */
  async close(): Promise<void> {
    await this.flush()
    this.#isClosed = true
    this.#timer?.cancel()
    await this.#handle?.close()
    this.#handle = null
  }

  get #isDue(): boolean {
    return this.#pending.length > 0 || this.#isAnewDue
  }

  #append(line: string, delay: number): void {
    if (this.#failure !== null && this.#pending.length >= LEAST_LINES) {
      this.#isAnewDue = true
      this.#pending = []
      this.#unwritten = []
    }
    if (!this.#isAnewDue) this.#pending.push(line)
    if (this.#failure !== null || this.#isClosed) return
    if (delay === 0) void this.flush()
    else this.#schedule(delay)
  }

  #schedule(delay: number): void {
    this.#timer ??= this.#options.clock.after(delay, () => {
      this.#timer = null
      void this.flush()
    })
  }

  #makeRoom(share: number): boolean {
    const { mostGames = MOST_GAMES, clock } = this.#options
    const now = clock.now()
    for (const [id, { at }] of this.#sent) {
      const isFull = this.#waiting.size + this.#aside.size + this.#sent.size >= mostGames
      if (!isFull && now - at < KEPT_MS) break
      this.#sent.delete(id)
    }
    return this.#waiting.size + this.#aside.size < mostGames * share
  }

  async #write(): Promise<void> {
    while (this.#isDue) {
      let isAnew = false
      try {
        const kept = this.#waiting.size + this.#aside.size + this.#sent.size
        isAnew = this.#isAnewDue || (this.#lines > LEAST_LINES && this.#lines > 3 * kept)
        await (isAnew ? this.#writeAnew() : this.#writePending())
        this.#failure = null
      } catch (error) {
        this.#failure = error instanceof Error ? error.message : String(error)
        this.#isAnewDue ||= isAnew
        await this.#handle?.close().catch(() => {})
        this.#handle = null
        if (!this.#isClosed) this.#schedule(WRITE_AGAIN_MS)
        this.#options.onWritten?.()
        return
      }
      this.#options.onWritten?.()
    }
  }

  async #writePending(): Promise<void> {
    // The file may end within a line, after a crash or where the disk was full.
    const beginning = this.#handle === null ? '\n' : ''
    this.#handle ??= await open(this.#file, 'a', 0o600)
    const lines = this.#pending.slice()
    const games = this.#unwritten.length
    await this.#handle.writeFile(`${beginning}${lines.join('\n')}\n`)
    await this.#handle.datasync()
    this.#lines += lines.length
    this.#taken(lines.length, games)
  }

  /** Writes a new file of what is kept, and puts it into the place of the other. What comes meanwhile is added to the new file. */
  async #writeAnew(): Promise<void> {
    this.#isAnewDue = false
    const count = this.#pending.length
    const games = this.#unwritten.length
    const lines = [encode({ kind: 'boards', boards: this.#boards })]
    const all = [...this.#sent.values(), ...this.#waiting.values(), ...this.#aside.values()]
    for (const kept of all) {
      lines.push(kept.line)
      const { id } = entryOf(kept).game
      if (kept.reason !== null) lines.push(encode({ kind: 'aside', id, reason: kept.reason }))
      else if (this.#sent.has(id)) lines.push(encode({ kind: 'sent', id }))
    }
    const fresh = `${this.#file}.new`
    const handle = await open(fresh, 'w', 0o600)
    try {
      for (let at = 0; at < lines.length; at += LINES_AT_ONCE) await handle.writeFile(`${lines.slice(at, at + LINES_AT_ONCE).join('\n')}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await this.#handle?.close()
    this.#handle = null
    await rename(fresh, this.#file)
    await syncFolder(this.#options.dir)
    this.#lines = lines.length
    for (const kept of all) kept.isOnDisk = true
    this.#taken(count, games)
  }

  /** The first of the lines that waited, and of the games, are on the disk now. */
  #taken(lines: number, games: number): void {
    this.#pending.splice(0, lines)
    for (const kept of this.#unwritten.splice(0, games)) kept.isOnDisk = true
  }

  async #read(): Promise<void> {
    const handle = await open(this.#file, 'a+', 0o600)
    try {
      for await (const text of handle.readLines({ autoClose: false, start: 0 })) {
        if (text === '') continue
        this.#lines++
        const line = decode(text)
        if (line !== null) this.#take(line, text)
      }
    } finally {
      await handle.close()
    }
    await syncFolder(this.#options.dir)
  }

  #take(line: Line, text: string): void {
    if (line.kind === 'boards') {
      this.#boards = line.boards
      return
    }
    const id = line.kind === 'game' ? line.entry.game.id : line.id
    const before = this.#waiting.get(id) ?? this.#sent.get(id) ?? this.#aside.get(id)
    const kept: Kept | undefined =
      line.kind === 'game'
        ? { line: text, version: 1, at: this.#options.clock.now(), isOnDisk: true, reason: before?.reason ?? null }
        : before
    if (kept === undefined) return
    const isAside = line.kind === 'aside' || (line.kind === 'game' && this.#aside.has(id))
    const target = line.kind === 'sent' ? this.#sent : isAside ? this.#aside : this.#waiting
    for (const each of [this.#waiting, this.#sent, this.#aside]) if (each !== target) each.delete(id)
    target.set(id, { ...kept, reason: line.kind === 'aside' ? line.reason : isAside ? kept.reason : null })
  }
}

const entryOf = ({ line }: Kept): SpooledGame => (JSON.parse(line) as Line & { kind: 'game' }).entry

/** @returns null: a crash has cut this line */
function decode(text: string): Line | null {
  try {
    const line = JSON.parse(text) as Line | null
    return typeof line === 'object' && line !== null && typeof line.kind === 'string' ? line : null
  } catch {
    return null
  }
}

/** Waits until the names in a folder are on the disk. Windows writes them by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

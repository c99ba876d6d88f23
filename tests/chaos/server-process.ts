import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PATIENCE = 60_000

interface Seen {
  pid: number
  parent: number
  command: string
  folder: string
}

/** The running processes of this machine, from /proc. */
function processes(): Seen[] {
  const seen: Seen[] = []
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (state === 'Z' || state === 'X') continue
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
      seen.push({ pid: Number(name), parent: Number(parent), command, folder: readlinkSync(`/proc/${name}/cwd`) })
    } catch {
      // The process ended while it was being read.
    }
  }
  return seen
}

/** Kills a process; it is no error if the process has already ended. */
function strike(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** A server on one data folder, with the processes that belong to it: starts, kills and finds them. */
export class ServerProcess {
  readonly dataDir: string
  readonly #cluster: string
  #port = 0
  #child: ChildProcess | null = null
  #said = ''

  constructor(dataDir: string) {
    this.dataDir = dataDir
    this.#cluster = join(dataDir, 'postgres/data')
  }

  get pid(): number {
    return this.#child!.pid!
  }

  get port(): number {
    return this.#port
  }

  get endpoint(): string {
    return `ws://127.0.0.1:${this.#port}/websocket`
  }

  /** Starts the built server, always on the port of the first start. @returns ms until it accepted requests */
  async start(): Promise<number> {
    const began = performance.now()
    await this.startUntil('it is ready', () => /ready at \S+/.test(this.#said))
    const address = /ready at (\S+)/.exec(this.#said)?.[1]
    if (address === undefined) throw new Error(`The server did not start:\n${this.#said}`)
    this.#port = Number(new URL(address).port)
    return performance.now() - began
  }

  /** Starts the built server and waits until `holds`, or until the server has ended. @param words Node's options before the program */
  async startUntil(what: string, holds: () => boolean, words: readonly string[] = []): Promise<void> {
    const child = spawn(process.execPath, [...words, join(ROOT, 'dist/server/server.js')], {
      env: this.#env({ PORT: String(this.#port), RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    this.#said = ''
    const hear = (text: string): void => {
      this.#said += text
    }
    child.stderr!.setEncoding('utf8').on('data', hear)
    child.stdout!.setEncoding('utf8').on('data', hear)
    await this.#until(what, () => holds() || child.exitCode !== null, 2)
  }

  /** The output since the last start. */
  get said(): string {
    return this.#said
  }

  killNode(): Promise<void> {
    return this.#kill([this.#child!.pid!])
  }

  /** Kills Node, Postgres and the other processes that belong to them, all at once. */
  killTree(): Promise<void> {
    return this.#kill([this.#child!.pid!, ...this.family().map(({ pid }) => pid)])
  }

  /** Kills Postgres alone; its server goes on. */
  killPostgres(): void {
    for (const { pid, folder } of this.family()) if (folder === this.#cluster) strike(pid)
  }

  /** Sends the signal and waits for the end. @returns its exit code and the time in ms that it took */
  async stop(signal: 'SIGINT' | 'SIGTERM'): Promise<{ code: number | null; ms: number }> {
    const began = performance.now()
    const child = this.#child!
    process.kill(child.pid!, signal)
    const [code] = (await once(child, 'exit')) as [number | null]
    return { code, ms: performance.now() - began }
  }

  /** All processes of this data folder but the server itself: Postgres with its children, and the watchdog. */
  family(): Seen[] {
    const all = processes()
    return all.filter(
      ({ parent, folder, command }) => folder === this.#cluster || parent === this.#child?.pid || command.includes(this.#cluster),
    )
  }

  /** The Postgres processes of this folder that were not started by another one of them. */
  postmasters(): number[] {
    const inside = processes().filter(({ folder, command }) => folder === this.#cluster && /postgres/.test(command))
    const pids = new Set(inside.map(({ pid }) => pid))
    return inside.filter(({ parent, command }) => !pids.has(parent) && !command.startsWith('postgres: ')).map(({ pid }) => pid)
  }

  /** Waits until no process of this folder is left. */
  async gone(): Promise<void> {
    await this.#until('every process has ended', () => this.family().length === 0)
  }

  /** Runs `npm run admin -- …`, with or without a running server. */
  admin(...words: string[]): Promise<{ code: number; output: string }> {
    return this.run('admin', ...words)
  }

  /** Runs one of the built programs on this data folder. */
  async run(program: string, ...words: string[]): Promise<{ code: number; output: string }> {
    const child = spawn(process.execPath, [join(ROOT, `dist/server/${program}.js`), ...words], {
      env: this.#env({}),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    const [code] = (await once(child, 'close')) as [number]
    return { code, output }
  }

  #env(more: Record<string, string>): NodeJS.ProcessEnv {
    return { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', DATA_DIR: this.dataDir, ...more }
  }

  async #kill(pids: number[]): Promise<void> {
    const child = this.#child!
    const ended = once(child, 'exit')
    for (const pid of pids) strike(pid)
    await ended
  }

  async #until(what: string, holds: () => boolean, look = 20): Promise<void> {
    const end = Date.now() + PATIENCE
    while (!holds()) {
      if (Date.now() > end) throw new Error(`Waited ${PATIENCE / 1000} s until ${what}: ${JSON.stringify(this.family())}\n${this.#said}`)
      await new Promise(resolve => setTimeout(resolve, look))
    }
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TIMEOUT_MS = 60_000

interface ProcessInfo {
  pid: number
  parent: number
  command: string
  folder: string
}

/** The running processes of this machine, from /proc. */
function listProcesses(): ProcessInfo[] {
  const found: ProcessInfo[] = []
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (state === 'Z' || state === 'X') continue
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
      found.push({ pid: Number(name), parent: Number(parent), command, folder: readlinkSync(`/proc/${name}/cwd`) })
    } catch {
      // The process ended while it was being read.
    }
  }
  return found
}

/** Kills a process; it is no error if the process has already ended. */
function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** A server on one data folder, with the processes that belong to it: starts, kills and finds them. */
export class ServerProcess {
  readonly dataDir: string
  readonly #logLevel: string
  readonly #more: Record<string, string>
  readonly #cluster: string
  #port = 0
  #child: ChildProcess | null = null
  #output = ''

  /** @param logLevel of what the server writes to its output @param more variables of its environment */
  constructor(dataDir: string, logLevel: 'info' | 'warn' = 'warn', more: Record<string, string> = {}) {
    this.#more = more
    this.dataDir = dataDir
    this.#logLevel = logLevel
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

  /**
   * Starts the built server, always on the port of the first start.
   * @param args Node's options before the program
   * @returns ms until it accepted requests
   */
  async start(args: readonly string[] = []): Promise<number> {
    const startedAt = performance.now()
    await this.startUntil('it is ready', () => /ready at \S+/.test(this.#output), args)
    const address = /ready at (\S+)/.exec(this.#output)?.[1]
    if (address === undefined) throw new Error(`The server did not start:\n${this.#output}`)
    this.#port = Number(new URL(address).port)
    return performance.now() - startedAt
  }

  /**
   * Starts the built server and waits until `condition` is true, or until the server has ended.
   * @param args Node's options before the program
   */
  async startUntil(what: string, condition: () => boolean, args: readonly string[] = []): Promise<void> {
    const child = spawn(process.execPath, [...args, join(ROOT, 'dist/server/server.js')], {
      env: this.#env({ PORT: String(this.#port), RATE_LIMITS: 'off', LOG_LEVEL: this.#logLevel, ...this.#more }),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    this.#output = ''
    const appendOutput = (text: string): void => {
      this.#output += text
    }
    child.stderr!.setEncoding('utf8').on('data', appendOutput)
    child.stdout!.setEncoding('utf8').on('data', appendOutput)
    await this.#waitUntil(what, () => condition() || child.exitCode !== null, 2)
  }

  /** The output since the last start. */
  get output(): string {
    return this.#output
  }

  killNode(): Promise<void> {
    return this.#kill([this.#child!.pid!])
  }

  /** Kills Node, Postgres and the other processes that belong to them, all at once. */
  killTree(): Promise<void> {
    return this.#kill([this.#child!.pid!, ...this.childProcesses().map(({ pid }) => pid)])
  }

  /** Stops Node where it is, with all its threads, until `SIGCONT` or its death. */
  async freezeNode(): Promise<void> {
    process.kill(this.pid, 'SIGSTOP')
    const tasks = `/proc/${this.pid}/task`
    const isStopped = (task: string): boolean => /^State:\s+[tTZ]/m.test(readFileSync(join(tasks, task, 'status'), 'utf8'))
    await this.#waitUntil('every thread has stopped', () => readdirSync(tasks).every(isStopped), 1)
  }

  /** Kills Postgres alone; its server goes on. */
  killPostgres(): void {
    for (const { pid, folder } of this.childProcesses()) if (folder === this.#cluster) killProcess(pid)
  }

  /** Sends the signal and waits for the end. @returns its exit code and the time in ms that it took */
  async stop(signal: 'SIGINT' | 'SIGTERM'): Promise<{ code: number | null; ms: number }> {
    const startedAt = performance.now()
    const child = this.#child!
    process.kill(child.pid!, signal)
    const [code] = (await once(child, 'exit')) as [number | null]
    return { code, ms: performance.now() - startedAt }
  }

  /** All processes of this data folder but the server itself: Postgres with its children, and the watchdog. */
  childProcesses(): ProcessInfo[] {
    const all = listProcesses()
    return all.filter(
      ({ parent, folder, command }) => folder === this.#cluster || parent === this.#child?.pid || command.includes(this.#cluster),
    )
  }

  /** The Postgres processes of this folder that were not started by another one of them. */
  postmasters(): number[] {
    const inside = listProcesses().filter(({ folder, command }) => folder === this.#cluster && /postgres/.test(command))
    const pids = new Set(inside.map(({ pid }) => pid))
    return inside.filter(({ parent, command }) => !pids.has(parent) && !command.startsWith('postgres: ')).map(({ pid }) => pid)
  }

  /** Waits until no process of this folder is left. */
  async waitUntilEnded(): Promise<void> {
    await this.#waitUntil('every process has ended', () => this.childProcesses().length === 0)
  }

  /** Runs `npm run admin -- …`, with or without a running server. */
  admin(...args: string[]): Promise<{ code: number; output: string }> {
    return this.run('admin', ...args)
  }

  /** Runs one of the built programs on this data folder. */
  async run(program: string, ...args: string[]): Promise<{ code: number; output: string }> {
    const child = spawn(process.execPath, [join(ROOT, `dist/server/${program}.js`), ...args], {
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

  /** Without `NODE_ENV`, as in a plain start of the program. */
  #env(more: Record<string, string>): NodeJS.ProcessEnv {
    return { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: this.dataDir, ...more }
  }

  async #kill(pids: number[]): Promise<void> {
    const child = this.#child!
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
    for (const pid of pids) killProcess(pid)
    await ended
  }

  async #waitUntil(what: string, condition: () => boolean, pollMs = 20): Promise<void> {
    const end = Date.now() + TIMEOUT_MS
    while (!condition()) {
      if (Date.now() > end)
        throw new Error(`Waited ${TIMEOUT_MS / 1000} s until ${what}: ${JSON.stringify(this.childProcesses())}\n${this.#output}`)
      await new Promise(resolve => setTimeout(resolve, pollMs))
    }
  }
}

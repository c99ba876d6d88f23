import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitUntil } from './wait.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CLOCK = new URL('skewed-clock.mjs', import.meta.url).href

export interface LogLine {
  level: number
  msg: string
  [key: string]: unknown
}

/** One node of a cluster, as a separate process. */
export class ClusterNode {
  readonly port: number
  readonly endpoint: string
  readonly http: string
  readonly dataDir = mkdtempSync(join(tmpdir(), 'skillshot-scale-'))
  readonly #env: Record<string, string>
  #child: ChildProcess | null = null
  #output = ''

  /** @param clockOffset ms by which its clock is ahead */
  constructor(port: number, env: Record<string, string>, clockOffset = 0) {
    this.port = port
    this.endpoint = `ws://127.0.0.1:${port}/websocket`
    this.http = `http://127.0.0.1:${port}`
    this.#env = {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      LOG_LEVEL: 'info',
      ...env,
      PORT: String(port),
      DATA_DIR: this.dataDir,
      ...(clockOffset === 0 ? {} : { NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_OFFSET: String(clockOffset) }),
    }
  }

  /** All output since its last start. */
  get output(): string {
    return this.#output
  }

  /** The log lines since its last start. */
  get log(): LogLine[] {
    return this.#output
      .split('\n')
      .filter(line => line.startsWith('{'))
      .map(line => JSON.parse(line) as LogLine)
  }

  get pid(): number {
    return this.#child!.pid!
  }

  async start(): Promise<void> {
    const child = this.#spawn('server')
    this.#child = child
    this.#output = ''
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text
      })
    const isReady = (): boolean => {
      if (child.exitCode !== null) throw new Error(`The node ended with ${child.exitCode}:\n${this.#output}`)
      return this.#output.includes('Skillshot is ready at')
    }
    // Three nodes start at once, and other suites may run beside them.
    await waitUntil(`the node at ${this.port} is ready`, isReady, 120_000)
  }

  /** @returns its exit code */
  stop(): Promise<number | null> {
    return this.#end('SIGTERM')
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  pause(): void {
    this.#child!.kill('SIGSTOP')
  }

  resume(): void {
    this.#child!.kill('SIGCONT')
  }

  /** Runs `npm run admin -- …` with this node's environment. @throws Error if it fails */
  async admin(...args: string[]): Promise<string> {
    const child = this.#spawn('admin', ...args)
    let output = ''
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    const [code] = (await once(child, 'close')) as [number]
    if (code !== 0) throw new Error(`admin ${args.join(' ')} ended with ${code}:\n${output}`)
    return output
  }

  async close(): Promise<void> {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) {
      this.resume()
      await this.stop()
    }
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  #spawn(program: string, ...args: string[]): ChildProcess {
    const command = [join(ROOT, 'scripts/run.mjs'), program, ...args]
    return spawn(process.execPath, command, { cwd: ROOT, env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] })
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = this.#child!
    const ended = once(child, 'exit')
    child.kill(signal)
    const [code] = (await ended) as [number | null]
    return code
  }
}

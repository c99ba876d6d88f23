import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../dist/server/reporter.js', import.meta.url))

/** Returns a UDP port of this machine that nobody uses. */
async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  return port
}

export interface ReporterProcessOptions {
  site: string
  keyFile: string
  dir: string
  /** where boards answer HTTP */
  httpPort: number
}

/** The built reporter as a process on one data folder: starts, kills and stops it. */
export class ReporterProcess {
  readonly #options: ReporterProcessOptions
  #ports: { game: number; discovery: number } | null = null
  #child: ChildProcess | null = null
  #output = ''
  page = ''

  constructor(options: ReporterProcessOptions) {
    this.#options = options
  }

  get output(): string {
    return this.#output
  }

  get ports(): { game: number; discovery: number } {
    return this.#ports!
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    this.#ports ??= { game: await freePort(), discovery: await freePort() }
    const child = this.spawn('0')
    this.#child = child
    const ready = (): string | undefined => /Its page is (\S+)/.exec(this.#output)?.[1]
    this.#output = ''
    while (ready() === undefined) {
      if (child.exitCode !== null) throw new Error(`The reporter did not start:\n${this.#output}`)
      await Promise.race([once(child.stdout!, 'data'), once(child.stderr!, 'data'), once(child, 'exit')])
    }
    this.page = ready()!.replace('localhost', '127.0.0.1')
  }

  /** Starts the program without waiting for anything. @param port of its page */
  spawn(port: string): ChildProcess {
    const { site, keyFile, dir, httpPort } = this.#options
    const { game, discovery } = this.ports
    const words = { site, 'key-file': keyFile, data: dir, port, listen: '127.0.0.1' }
    const ports = { 'game-port': game, 'discovery-port': discovery, 'board-http-port': httpPort }
    const args = Object.entries({ ...words, ...ports }).flatMap(([name, value]) => [`--${name}`, String(value)])
    const child = spawn(process.execPath, [PROGRAM, ...args], { env: { PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text
      })
    }
    return child
  }

  /** Sends a signal and waits for the end. @returns the exit code and the ms that it took; the code is null after SIGKILL */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<{ code: number | null; ms: number }> {
    const child = this.#child!
    const startedAt = performance.now()
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal)
      await once(child, 'exit')
    }
    return { code: child.exitCode, ms: performance.now() - startedAt }
  }
}

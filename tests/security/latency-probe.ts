import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROCESS = fileURLToPath(new URL('latency-probe-process.mjs', import.meta.url))

/** How an attack affected a client that had nothing to do with it. */
export interface Felt {
  asked: number
  /** ms until an answer: 99th percentile and maximum */
  p99: number
  worst: number
}

/** An honest client in a process of its own, connected throughout, that sends a ping every 50 ms. */
export class Bystander {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async enter(endpoint: string, headers: Record<string, string> = {}): Promise<Bystander> {
    const child = spawn(process.execPath, [PROCESS, endpoint, JSON.stringify(headers)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    await Bystander.#word(child)
    return new Bystander(child)
  }

  /** Ends the client. @throws Error if the connection was lost meanwhile */
  leave(): Promise<Felt> {
    const felt = Bystander.#word(this.#child) as Promise<Felt>
    if (this.#child.connected) this.#child.send('leave')
    return felt
  }

  static #word(child: ChildProcess): Promise<unknown> {
    const lost = new Error('The bystander lost the connection')
    if (child.exitCode !== null) return Promise.reject(lost)
    return Promise.race([once(child, 'message').then(([word]) => word), once(child, 'exit').then(() => Promise.reject(lost))])
  }
}

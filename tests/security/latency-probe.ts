import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROCESS = fileURLToPath(new URL('latency-probe-process.mjs', import.meta.url))

/** How an attack affected a client that had nothing to do with it. */
export interface ProbeResult {
  requests: number
  /** ms until an answer: 99th percentile and maximum */
  p99: number
  max: number
}

/** An honest client in a process of its own, connected throughout, that sends a ping every 50 ms. */
export class LatencyProbe {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async start(endpoint: string, headers: Record<string, string> = {}): Promise<LatencyProbe> {
    const child = spawn(process.execPath, [PROCESS, endpoint, JSON.stringify(headers)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    await LatencyProbe.#nextMessage(child)
    return new LatencyProbe(child)
  }

  /** Ends the client. @throws Error if the connection was lost meanwhile */
  stop(): Promise<ProbeResult> {
    const result = LatencyProbe.#nextMessage(this.#child) as Promise<ProbeResult>
    if (this.#child.connected) this.#child.send('stop')
    return result
  }

  static #nextMessage(child: ChildProcess): Promise<unknown> {
    const connectionLost = new Error('The latency probe lost the connection')
    if (child.exitCode !== null) return Promise.reject(connectionLost)
    return Promise.race([once(child, 'message').then(([word]) => word), once(child, 'exit').then(() => Promise.reject(connectionLost))])
  }
}

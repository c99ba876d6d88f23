import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROCESS = fileURLToPath(new URL('submit-probe-process.mjs', import.meta.url))

/** ms: the 99th of a hundred, and the longest */
export interface Latency {
  count: number
  p99: number
  worst: number
}

/** Players who submit scores while something else goes on, and one who watches their board. */
export class SubmitProbe {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  /** @param tokens of the players. @param first a value above all that are on the board */
  static async start(
    endpoint: string,
    options: { machineId: string; tokens: readonly string[]; headers: Record<string, string>; first: number },
  ): Promise<SubmitProbe> {
    const child = spawn(process.execPath, [PROCESS, endpoint, JSON.stringify(options)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    await SubmitProbe.#hear(child)
    return new SubmitProbe(child)
  }

  /** Resolves with the next answer to a score. */
  async answered(): Promise<void> {
    await SubmitProbe.#hear(this.#child)
  }

  /** @returns how long answers took, and how long until the watcher saw the row. @throws Error when a connection was lost or a score refused */
  async stop(): Promise<{ answers: Latency; rows: Latency }> {
    if (this.#child.connected) this.#child.send('stop')
    for (;;) {
      const heard = await SubmitProbe.#hear(this.#child)
      if (heard !== 'answered') return heard as { answers: Latency; rows: Latency }
    }
  }

  static #hear(child: ChildProcess): Promise<unknown> {
    const lost = new Error('The probe has ended')
    if (child.exitCode !== null) return Promise.reject(lost)
    return Promise.race([once(child, 'message').then(([message]) => message), once(child, 'exit').then(() => Promise.reject(lost))])
  }
}

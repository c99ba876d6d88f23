import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROCESS = fileURLToPath(new URL('submit-probe-process.mjs', import.meta.url))

/** ms: 99th percentile and maximum */
export interface Latency {
  count: number
  p99: number
  worst: number
}

/** Players who submit scores while something else goes on, and a player who watches their board. */
export class SubmitProbe {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  /** @param tokens login tokens of the players. @param first a value above all scores on the board */
  static async start(
    endpoint: string,
    options: { machineId: string; tokens: readonly string[]; headers: Record<string, string>; first: number },
  ): Promise<SubmitProbe> {
    const child = spawn(process.execPath, [PROCESS, endpoint, JSON.stringify(options)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    await SubmitProbe.#nextMessage(child)
    return new SubmitProbe(child)
  }

  /** Resolves when the next score is answered. */
  async answered(): Promise<void> {
    await SubmitProbe.#nextMessage(this.#child)
  }

  /**
   * Ends the probe.
   * @returns how long the answers took, and how long until the watcher received the row.
   * @throws Error if a connection was lost or a score refused
   */
  async stop(): Promise<{ answers: Latency; rows: Latency }> {
    if (this.#child.connected) this.#child.send('stop')
    for (;;) {
      const message = await SubmitProbe.#nextMessage(this.#child)
      if (message !== 'answered') return message as { answers: Latency; rows: Latency }
    }
  }

  static async #nextMessage(child: ChildProcess): Promise<unknown> {
    if (child.exitCode !== null) throw new Error('The probe has ended')
    const waiting = new AbortController()
    const [kind, message] = await Promise.race(
      (['message', 'exit'] as const).map(async each => [each, (await once(child, each, waiting))[0] as unknown] as const),
    )
    // Otherwise the listeners would stay.
    waiting.abort()
    if (kind === 'exit') throw new Error('The probe has ended')
    return message
  }
}

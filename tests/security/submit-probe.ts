import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROCESS = fileURLToPath(new URL('submit-probe-process.mjs', import.meta.url))

/** ms: median, 99th percentile and maximum */
export interface Latency {
  count: number
  p50: number
  p99: number
  worst: number
}

/** How long the answers took, how long until the watcher received the row, and the errors of the scores that were refused. */
export interface Submissions {
  answers: Latency
  rows: Latency
  refused: readonly string[]
}

/** Players who submit scores while something else goes on, and a player who watches their board. */
export class SubmitProbe {
  readonly #child: ChildProcess
  /** Rejects when the process has ended without figures. */
  readonly #submissions: Promise<Submissions>

  private constructor(child: ChildProcess) {
    this.#child = child
    this.#submissions = new Promise((resolve, reject) => {
      child.on('message', message => {
        if (typeof message === 'object') resolve(message as Submissions)
      })
      // Unlike `exit`, this comes after all messages.
      child.on('disconnect', () => reject(new Error('The probe has ended')))
    })
    this.#submissions.catch(() => undefined)
  }

  /** @param tokens login tokens of the players. @param first a value above all scores on the board. @param every ms between two scores */
  static async start(
    endpoint: string,
    options: { machineId: string; tokens: readonly string[]; headers: Record<string, string>; first: number; every?: number },
  ): Promise<SubmitProbe> {
    const child = spawn(process.execPath, [PROCESS, endpoint, JSON.stringify(options)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const probe = new SubmitProbe(child)
    await probe.answered()
    return probe
  }

  /** Resolves when the next score is answered. @throws Error if the probe has ended */
  async answered(): Promise<void> {
    await Promise.race([once(this.#child, 'message'), this.#submissions])
  }

  /** Ends the probe. @throws Error if a connection was lost, or the watcher's view refused */
  stop(): Promise<Submissions> {
    if (this.#child.connected) this.#child.send('stop')
    return this.#submissions
  }
}

import { readOwnCpu } from '../lib/meter.ts'
import { readScoreValue } from '../lib/score-value.ts'
import { quantile } from '../lib/stats.ts'
import { serveCommands } from '../lib/worker.ts'
import { type Driver, type DriverName, drivers, type Submit } from './drivers.ts'

export interface LoadOptions {
  side: DriverName
  /** of the server, or of several nodes, among which submitters and viewers are divided */
  ports: readonly number[]
  submitters: number
  viewers: number
}

export interface LoadResult {
  /** Number of acknowledged submissions. */
  count: number
  /** Microseconds until the last acknowledgement. */
  wall: number
  /** CPU time of the load generator in µs. */
  cpu: number
  /** Milliseconds from sending a score until a viewer received it, over all scores and viewers. */
  p50: number
  p99: number
  /** Median of the milliseconds from sending a score until its player received the response. */
  answered: number
  /** Number of updates that viewers did not receive. */
  unseen: number
}

const TIMEOUT_MS = 2000

/** The submitters and viewers of one server. Every score is the highest so far, so that each one is sent to every viewer. */
class Load {
  readonly #submits: Submit[] = []
  #viewers = 0
  #value = 1_000_000_000
  #sent = new Map<number, number>()
  #delays: number[] = []
  #onSeen: () => void = () => {}

  async open({ side, ports, submitters, viewers }: LoadOptions): Promise<void> {
    const onNode = await Promise.all(ports.map(port => drivers[side](port)))
    const driverOf = (n: number): Driver => onNode[n % onNode.length]!
    let next = 0
    const lane = async (): Promise<void> => {
      while (next < submitters) {
        const n = next++
        this.#submits.push(await driverOf(n).openSubmitter(n))
      }
    }
    await Promise.all(Array.from({ length: 16 }, lane))
    await this.#submits[0]!(this.#value++)
    for (; this.#viewers < viewers; this.#viewers++) {
      const connection = await driverOf(this.#viewers).openViewer()
      const before = connection.onText
      connection.onText = text => {
        const value = readScoreValue(text)
        if (value === null) before(text)
        else this.#recordDelay(value)
      }
    }
  }

  async run({ lanes, ms }: { lanes: number; ms: number }): Promise<LoadResult> {
    this.#sent = new Map()
    this.#delays = []
    const answers: number[] = []
    const cpu = readOwnCpu()
    const from = performance.now()
    const lane = async (submit: Submit): Promise<void> => {
      while (performance.now() - from < ms) {
        const value = this.#value++
        const sent = performance.now()
        this.#sent.set(value, sent)
        await submit(value)
        answers.push(performance.now() - sent)
      }
    }
    await Promise.all(this.#submits.slice(0, lanes).map(lane))
    const wall = (performance.now() - from) * 1000
    await this.#waitUntilAllSeen()
    return {
      count: answers.length,
      wall,
      cpu: readOwnCpu() - cpu,
      p50: quantile(this.#delays, 0.5),
      p99: quantile(this.#delays, 0.99),
      answered: quantile(answers, 0.5),
      unseen: answers.length * this.#viewers - this.#delays.length,
    }
  }

  #waitUntilAllSeen(): Promise<void> {
    const isComplete = (): boolean => this.#delays.length >= this.#sent.size * this.#viewers
    if (isComplete()) return Promise.resolve()
    return new Promise(resolve => {
      const timer = setTimeout(resolve, TIMEOUT_MS)
      this.#onSeen = () => {
        if (!isComplete()) return
        clearTimeout(timer)
        this.#onSeen = () => {}
        resolve()
      }
    })
  }

  #recordDelay(value: number): void {
    const sent = this.#sent.get(value)
    if (sent === undefined) return
    this.#delays.push(performance.now() - sent)
    this.#onSeen()
  }
}

const load = new Load()

serveCommands({ open: (options: LoadOptions) => load.open(options), run: (burst: { lanes: number; ms: number }) => load.run(burst) })

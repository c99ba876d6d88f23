import { cpuHere } from '../lib/meter.ts'
import { quantile } from '../lib/stats.ts'
import { answer } from '../lib/worker.ts'
import { guests, type Side, type Submit } from './sides.ts'

export interface Crowd {
  side: Side
  port: number
  submitters: number
  viewers: number
}

export interface Burst {
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

const VALUE = Buffer.from('"value":')
const PATIENCE = 2000

/** The submitters and viewers of one server. Every score is the highest so far, so that each one is sent to every viewer. */
class Load {
  readonly #submits: Submit[] = []
  #viewers = 0
  #value = 1_000_000_000
  #sent = new Map<number, number>()
  #delays: number[] = []
  #onSeen: () => void = () => {}

  async open({ side, port, submitters, viewers }: Crowd): Promise<void> {
    const all = await guests[side](port)
    let next = 0
    const lane = async (): Promise<void> => {
      while (next < submitters) this.#submits.push(await all.submitter(next++))
    }
    await Promise.all(Array.from({ length: 16 }, lane))
    await this.#submits[0]!(this.#value++)
    for (; this.#viewers < viewers; this.#viewers++) {
      const line = await all.viewer()
      const before = line.onText
      line.onText = text => {
        const at = text.indexOf(VALUE)
        if (at < 0) before(text)
        else this.#see(text, at + VALUE.length)
      }
    }
  }

  async run({ lanes, ms }: { lanes: number; ms: number }): Promise<Burst> {
    this.#sent = new Map()
    this.#delays = []
    const answers: number[] = []
    const cpu = cpuHere()
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
    await this.#allSeen()
    return {
      count: answers.length,
      wall,
      cpu: cpuHere() - cpu,
      p50: quantile(this.#delays, 0.5),
      p99: quantile(this.#delays, 0.99),
      answered: quantile(answers, 0.5),
      unseen: answers.length * this.#viewers - this.#delays.length,
    }
  }

  #allSeen(): Promise<void> {
    const whole = (): boolean => this.#delays.length >= this.#sent.size * this.#viewers
    if (whole()) return Promise.resolve()
    return new Promise(resolve => {
      const timer = setTimeout(resolve, PATIENCE)
      this.#onSeen = () => {
        if (!whole()) return
        clearTimeout(timer)
        this.#onSeen = () => {}
        resolve()
      }
    })
  }

  #see(text: Buffer, from: number): void {
    let value = 0
    for (let at = from; text[at]! >= 48 && text[at]! <= 57; at++) value = value * 10 + text[at]! - 48
    const sent = this.#sent.get(value)
    if (sent === undefined) return
    this.#delays.push(performance.now() - sent)
    this.#onSeen()
  }
}

const load = new Load()

answer({ open: (crowd: Crowd) => load.open(crowd), run: (burst: { lanes: number; ms: number }) => load.run(burst) })

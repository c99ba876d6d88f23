import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROCESS = fileURLToPath(new URL('attack-process.mjs', import.meta.url))

/** What an attacker does. */
export interface AttackPlan {
  /** one IP address for each group of addresses; the server must trust one proxy (`FORWARDED_COUNT=1`) */
  addresses: readonly string[]
  /** open sockets of each address */
  socketsEach: number
  /** the message; in its texts `%n` is replaced by a number that is used once, and the text `%v` by the next of `values` */
  template: object
  values?: readonly (string | object)[]
  /** messages of one socket; without, it goes on until the attack is stopped */
  perSocket?: number
  /** all messages at once; each when the one before was answered; or so many a second, whatever is answered */
  way: 'at once' | 'in turn' | { perSecond: number }
}

/** What was sent and answered. `errors`: how many answers were which error */
export interface AttackCounts {
  open: number
  sent: number
  ready: number
  results: number
  /** sockets that the server closed */
  closed: number
  errors: Readonly<Record<string, number>>
}

let waves = 0

/** An attack that is under way, in a process of its own, so that it takes no time of those whose waiting is measured. */
export class Attack {
  readonly #child: ChildProcess
  readonly #asking: ((counts: AttackCounts) => void)[] = []
  /** Resolves when every message of an attack with an end (`perSocket`) was answered. Rejects when the process has ended. */
  readonly answered: Promise<void>

  constructor(endpoint: string, { template, values = [], perSocket, way, ...rest }: AttackPlan) {
    const plan = {
      ...rest,
      endpoint,
      template: JSON.stringify(template),
      values,
      perSocket: perSocket ?? null,
      wave: `w${++waves}x`,
      ...(typeof way === 'string' ? { way } : { way: 'at a rate', ...way }),
    }
    this.#child = spawn(process.execPath, [PROCESS], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    this.#child.send(plan)
    this.answered = new Promise((resolve, reject) => {
      this.#child.on('message', word => (word === 'all answered' ? resolve() : this.#asking.shift()!(word as AttackCounts)))
      this.#child.on('disconnect', () => reject(new Error('The attack has ended')))
    })
    this.answered.catch(() => undefined)
  }

  counts(): Promise<AttackCounts> {
    return this.#ask('counts')
  }

  /** Closes all its sockets. */
  async stop(): Promise<AttackCounts> {
    const ended = once(this.#child, 'exit')
    const counts = await this.#ask('stop')
    await ended
    return counts
  }

  #ask(word: string): Promise<AttackCounts> {
    return new Promise(resolve => {
      this.#asking.push(resolve)
      this.#child.send(word)
    })
  }
}

let groups = 0

/** Returns one address in each of `count` networks (a /24) that nobody used before. */
export const newAddresses = (count: number): string[] =>
  Array.from({ length: count }, () => {
    const n = ++groups
    return `100.${64 + (n >> 8)}.${n & 255}.${1 + (n % 250)}`
  })

/** Returns what was counted as one line, most frequent errors first. */
export function describeCounts({ open, sent, ready, results, closed, errors }: AttackCounts): string {
  const refused = Object.entries(errors).sort(([, a], [, b]) => b - a)
  return [
    `${open} sockets opened, ${closed} closed, ${sent} sent, ${ready} ready, ${results} results`,
    ...refused.map(([name, count]) => `${count} × ${name}`),
  ].join('; ')
}

import { connect } from 'node:net'
import { readOwnCpu, readSharedClock } from '../lib/meter.ts'
import { readScoreValue } from '../lib/score-value.ts'
import { quantile } from '../lib/stats.ts'
import { WebSocketConnection } from '../lib/websocket-connection.ts'
import { serveCommands } from '../lib/worker.ts'
import type { Sent } from './player.ts'

export interface CrowdOptions {
  port: number
  machineId: string
  watchers: number
  /** true: by server-sent events of the API over HTTP; left out: by WebSocket */
  bySse?: boolean
}

export interface CrowdResult {
  /** ms from the submission of each score until a watcher had it or a later one, over all scores and watchers */
  p50: number
  p99: number
  longest: number
  /** number of updates that reached nobody within two seconds after the last submission */
  unseen: number
  /** CPU time of this process in µs */
  cpu: number
}

const TIMEOUT_MS = 2000
const OPENED_AT_ONCE = 50

/** The watchers of one board. All scores are of one player, each higher than the one before. */
class Crowd {
  #watchers = 0
  /** By watcher: the values that came, and when. */
  readonly #arrivals: Sent[][] = []
  #cpu = 0

  async open({ port, machineId, watchers, bySse = false }: CrowdOptions): Promise<void> {
    const lane = async (): Promise<void> => {
      while (this.#watchers < watchers) {
        const arrivals: Sent[] = []
        this.#arrivals[this.#watchers++] = arrivals
        if (bySse) {
          await openStream(port, machineId, arrivals)
          continue
        }
        const connection = await WebSocketConnection.open(port, '/websocket')
        connection.onText = text => {
          const value = readScoreValue(text)
          if (value !== null) arrivals.push({ value, at: readSharedClock() })
          else if (text.includes('"msg":"ping"')) connection.send('{"msg":"pong"}')
        }
        const connected = connection.waitForText('"msg":"connected"')
        connection.send('{"msg":"connect","version":"1","support":["1"]}')
        await connected
        const ready = connection.waitForText('"msg":"ready"')
        connection.send(`{"msg":"sub","id":"1","name":"boards.top","params":[{"scope":{"machineId":"${machineId}"}}]}`)
        await ready
      }
    }
    await Promise.all(Array.from({ length: OPENED_AT_ONCE }, lane))
  }

  begin(): void {
    for (const arrivals of this.#arrivals) arrivals.length = 0
    this.#cpu = readOwnCpu()
  }

  async end(sent: readonly Sent[]): Promise<CrowdResult> {
    const cpu = readOwnCpu() - this.#cpu
    const last = sent.at(-1)!.value
    const isComplete = (): boolean => this.#arrivals.every(arrivals => (arrivals.at(-1)?.value ?? 0) >= last)
    for (const from = readSharedClock(); !isComplete() && readSharedClock() - from < TIMEOUT_MS; )
      await new Promise(resolve => setTimeout(resolve, 10))
    const delays: number[] = []
    let unseen = 0
    for (const arrivals of this.#arrivals) {
      let next = 0
      for (const { value, at } of sent) {
        while (next < arrivals.length && arrivals[next]!.value < value) next++
        if (next < arrivals.length) delays.push(arrivals[next]!.at - at)
        else unseen++
      }
    }
    return { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99), longest: quantile(delays, 1), unseen, cpu }
  }
}

/** Opens a stream of a board, and keeps the values that come. Resolves when it has shown the board as it is. */
const openStream = (port: number, machineId: string, arrivals: Sent[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const scope = encodeURIComponent(JSON.stringify({ machineId }))
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.write(`GET /api/v1/boards/top?scope=${scope} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n`)
    socket.on('error', reject)
    let isReady = false
    socket.on('data', chunk => {
      const value = readScoreValue(chunk)
      if (isReady && value !== null) arrivals.push({ value, at: readSharedClock() })
      if (!isReady && chunk.includes('event: ready')) {
        isReady = true
        resolve()
      }
    })
  })

const crowd = new Crowd()

serveCommands({
  open: (options: CrowdOptions) => crowd.open(options),
  begin: () => crowd.begin(),
  end: (sent: Sent[]) => crowd.end(sent),
})

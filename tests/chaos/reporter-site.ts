import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DdpServer } from '#ddp/server/server.ts'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { attachDdp, type NodeTransport } from '#ddp/transport/node/server-transport.ts'

/** A game as a reporter has reported it. */
export interface TakenReport {
  id: string
  key: string
  board: { id: string; name?: string }
  plays: { score: number; initials?: string; player?: number }[]
  doubts: string[]
}

/** A stand-in for a site, as reporters see it: it keeps one report for each id, and can go away and come back at the same port. */
export class ReporterSite {
  /** the last report of each id */
  readonly games = new Map<string, TakenReport>()
  /** the last live state of each board */
  readonly live = new Map<string, { name?: string; game: unknown }>()
  #port = 0
  #http: Server | null = null
  #transport: NodeTransport | null = null

  get address(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  get isUp(): boolean {
    return this.#http !== null
  }

  async up(): Promise<void> {
    if (this.#http !== null) return
    let ids = 0
    const ddp = new DdpServer({
      clock: systemClock,
      randomId: () => `session${String(++ids).padStart(10, '0')}`,
      hash: text => text,
      soon: flush => void setImmediate(flush),
      report: cause => {
        throw cause
      },
    })
    ddp.method('stations.report', (_call, report) => {
      const game = report as unknown as TakenReport
      this.games.set(game.id, game)
      return { reportedGameId: game.id }
    })
    ddp.method('stations.reportLive', (_call, live) => {
      const { boards } = live as unknown as { boards: { id: string; name?: string; game: unknown }[] }
      for (const board of boards) this.live.set(board.id, board)
      return { paired: boards.map(({ id }) => id) }
    })
    const http = createServer()
    this.#transport = attachDdp(http, ddp, { prefix: '', forwardedCount: 0, originAllowed: () => false, limits: null })
    http.listen(this.#port, '127.0.0.1')
    await once(http, 'listening')
    this.#port = (http.address() as AddressInfo).port
    this.#http = http
  }

  async down(): Promise<void> {
    const http = this.#http
    this.#http = null
    await this.#transport?.close()
    http?.closeAllConnections()
    if (http !== null) await new Promise(resolve => http.close(resolve))
  }
}

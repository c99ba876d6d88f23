import { createServer } from 'node:http'
import { closeAtOnce, listenLocally } from './local-server.ts'

/** A row of a table of high scores, as VPin Studio answers it. */
interface ScoreRow {
  playerInitials: string
  score: number
  external?: boolean
}

/**
 * A stand-in for the server of VPin Studio, written from its source (github syd711/vpin-studio, 7da81e0): it answers tables of high scores by
 * its own ids of games, and sends a webhook that says only which one has changed.
 */
export class FakeVpinStudio {
  /** the rows of each game; a game without is not known */
  readonly tables = new Map<number, ScoreRow[]>()
  /** true: it answers nothing but errors */
  isDown = false
  requests = 0
  url = ''
  readonly #server = createServer((request, response) => {
    this.requests++
    const id = /^\/api\/v1\/games\/scores\/(\d+)$/.exec(request.url!)?.[1]
    const rows = id === undefined || this.isDown ? undefined : this.tables.get(Number(id))
    const scores = rows?.map(({ playerInitials, score, external = false }, index) => ({
      playerInitials,
      player: null,
      external,
      rawScore: score.toLocaleString('de'),
      position: index + 1,
      score,
      gameId: Number(id),
      createdAt: '2026-08-20T10:00:00.000+00:00',
      label: null,
      suffix: null,
    }))
    response
      .writeHead(scores === undefined ? 500 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(scores === undefined ? {} : { createdAt: '2026-08-20T10:00:00.000+00:00', raw: '', scores }))
  })

  async open(): Promise<this> {
    this.url = await listenLocally(this.#server)
    return this
  }

  /** Sends the webhook for scores, as VPin Studio does: once, whatever is answered. */
  async tell(endpoint: string, id: number, method = 'PUT'): Promise<number> {
    const response = await fetch(endpoint, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ room: 'cellar', id }),
    })
    return response.status
  }

  close(): Promise<void> {
    return closeAtOnce(this.#server)
  }
}

import { createServer } from 'node:http'
import { closeAtOnce, listenLocally } from './local-server.ts'

/**
 * A stand-in for the API of Match Play, written from what is documented of it (github johngarnett/matchplay-api-docs, ea7d047): what it answers
 * stands under its path, and everything else is a 404 with a message.
 */
export class FakeMatchPlay {
  /** what it answers, by path and query below `/api/tournaments/` */
  readonly answers = new Map<string, unknown>()
  readonly requests: { path: string; authorization: string | undefined; at: number }[] = []
  /** the token that it takes */
  token = '1|secret'
  /** what it answers in place of everything */
  failure: { status: number; body: string } | null = null
  url = ''
  readonly #server = createServer((request, response) => {
    const path = request.url!.replace('/api/tournaments/', '')
    this.requests.push({ path, authorization: request.headers.authorization, at: performance.now() })
    const answer = (status: number, body: string): void => void response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    if (this.failure !== null) return answer(this.failure.status, this.failure.body)
    if (request.headers.authorization !== `Bearer ${this.token}`) return answer(401, '{"message":"Unauthenticated."}')
    const said = this.answers.get(path)
    answer(said === undefined ? 404 : 200, JSON.stringify(said ?? { message: 'Not found' }))
  })

  async open(): Promise<this> {
    this.url = await listenLocally(this.#server)
    return this
  }

  close(): Promise<void> {
    return closeAtOnce(this.#server)
  }
}

/** What it says of an evening of group match play: four players and two rounds on two machines, the second of which has no OPDB id there. */
export function matchPlayEvening(tournamentId: number, machines: readonly { name: string; opdbId: string | null }[]): [string, unknown][] {
  const game = (gameId: number, roundId: number, arenaId: number, order: readonly number[]): object => ({
    ...{ gameId, roundId, tournamentId, arenaId, index: 0, set: 0, status: 'completed', bye: false, resultCountMismatch: false },
    playerIds: [71, 72, 73, 74],
    resultPositions: order,
    resultPoints: [71, 72, 73, 74].map(id => ['7.00', '5.00', '3.00', '1.00'][order.indexOf(id)]),
    resultScores: [null, null, null, null],
  })
  const player = (playerId: number, name: string, ifpaId: number | null = null): object => ({
    ...{ playerId, name, ifpaId, status: 'active' },
    tournamentPlayer: { status: 'active', seed: null, pointsAdjustment: 0 },
  })
  const row = (playerId: number, position: number, points: string | number): object => ({
    playerId,
    position,
    points,
    strikeCount: 0,
    adjustment: 0,
  })
  const tournament = {
    ...{ tournamentId, name: 'Cellar Night #4', status: 'completed', type: 'group_matchplay', timezone: 'Europe/Berlin' },
    ...{ startUtc: '2026-03-08T18:00:00.000000Z', endUtc: '2026-03-08T18:00:00.000000Z', completedAt: '2026-03-08T21:30:00.000000Z' },
    ...{
      tiebreaker: 'placement',
      pointsMap: [[7], ['7', '1'], [7, 4, 1], ['7.00', '5.00', '3.00', '1.00']],
      location: { name: 'The Cellar' },
    },
    players: [player(71, 'Ada', 123), player(72, 'Ben'), player(73, 'Cleo'), player(74, 'Dan'), player(75, 'Who never came')],
    arenas: machines.map(({ name, opdbId }, i) => ({ arenaId: 31 + i, name, opdbId, status: 'active' })),
  }
  return [
    [`${tournamentId}?includePlayers=true&includeArenas=true&includeLocation=true`, { data: tournament }],
    [
      `${tournamentId}/rounds`,
      {
        data: [
          { roundId: 12, tournamentId, index: 1, name: 'Round 2', status: 'completed' },
          { roundId: 11, tournamentId, index: 0, name: 'Round 1', status: 'completed' },
        ],
      },
    ],
    [`${tournamentId}/games`, { data: [game(1, 11, 31, [73, 71, 74, 72]), game(2, 12, 32, [71, 72, 73, 74])] }],
    [`${tournamentId}/standings`, [row(71, 1, '12.00'), row(73, 2, 10), row(72, 3, '6.00'), row(74, 4, '4.00')]],
  ]
}

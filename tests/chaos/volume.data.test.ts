import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { isRecentEnough, WINDOWS, type Window } from '#scores/rules.ts'
import { verifyBoards } from '#scores/server/boards/verify-boards.ts'
import { insertScores, type NewScore } from '#scores/server/submit/submit-store.ts'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import { listMachines } from '../integration/helpers/users.ts'
import { DatabaseOracle, readOrderedBoard } from './database-oracle.ts'
import { callMethod, openPlayer } from './player.ts'
import { chaosSize, createSeededRandom } from './seeded.ts'
import { Viewer } from './viewer.ts'

const SCORES = chaosSize(100_000, 1_000_000)
const PLAYERS = chaosSize(5000, 50_000)
const GROUP = 512
const SEED = 1
const DAY = 86_400_000
/** The distribution of 289 real scores on Attack From Mars from a score tracker: share of the scores, value. */
const QUANTILES: readonly (readonly [number, number])[] = [
  [0.05, 366_537_370],
  [0.25, 805_512_220],
  [0.5, 1_424_031_650],
  [0.75, 2_520_237_920],
  [0.9, 4_340_014_460],
  [0.99, 10_111_761_870],
  [1, 14_331_472_700],
]

/** The value below which a share of the scores lies, by linear interpolation on a logarithmic axis, extrapolated below the first point. */
function quantile(share: number): number {
  const above = Math.max(
    1,
    QUANTILES.findIndex(([at]) => share <= at),
  )
  const [[from, low], [to, high]] = [QUANTILES[above - 1]!, QUANTILES[above]!]
  return Math.round((low * (high / low) ** ((share - from) / (to - from))) / 10) * 10
}

const report = (line: string): void => void process.stdout.write(`${line}\n`)
const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!
const rss = (): number => Math.round(process.memoryUsage().rss / 1_048_576)

async function timed<T>(run: () => Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now()
  const result = await run()
  return [result, performance.now() - startedAt]
}

let testApp: TestApp
let machine: { id: string; name: string }
let memory: number
const random = createSeededRandom(SEED)
const userIds = Array.from({ length: PLAYERS }, () => uuidv7())
const getName = (player: number): string => `player${player}`

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  machine = (await listMachines(testApp, 1))[0]!
  const { database, changeLog } = testApp.app
  await database.longTransaction(tx =>
    sql`INSERT INTO users (id, username, username_key, display_name)
        SELECT id, 'player' || n - 1, 'player' || n - 1, 'Player ' || n - 1 FROM unnest(${userIds}::text[]) WITH ORDINALITY AS u (id, n)`.execute(
      tx,
    ),
  )
  memory = rss()
  const [, ms] = await timed(async () => {
    for (let written = 0; written < SCORES; written += GROUP) {
      const scores = Array.from({ length: Math.min(GROUP, SCORES - written) }, someScore)
      await changeLog.publish(await database.longTransaction(tx => insertScores(tx, scores)))
    }
  })
  report(`${SCORES} scores of ${PLAYERS} players written in ${Math.round(ms)} ms (${Math.round((SCORES / ms) * 1000)}/s)`)
}, 600_000)

afterAll(() => testApp.close())

function someScore(): NewScore {
  // A few players play a lot, most play little.
  const player = Math.floor(PLAYERS * random() ** 2)
  const now = Date.now()
  const achievedAt = Math.floor((now - random() ** 3 * 500 * DAY) / 60_000) * 60_000
  const id = uuidv7()
  return {
    id,
    userId: userIds[player]!,
    username: getName(player),
    displayName: `Player ${player}`,
    machineId: machine.id,
    machineName: machine.name,
    value: quantile(random()),
    achievedAt,
    windowed: isRecentEnough(achievedAt, now) || random() < 0.9,
    comment: null,
    location: null,
    fingerprint: id,
    answer: { scoreId: id, rank: 1, players: 1, personalBest: true, previousBest: null },
  }
}

describe(`a machine with ${SCORES} scores`, () => {
  it('[K2] has boards in memory that equal the rows of SQL, in every window', async () => {
    const { boards } = testApp.app.features.scores
    boards.clear()
    const times: string[] = []
    for (const window of WINDOWS) {
      const [{ board: loaded }, ms] = await timed(() => boards.get({ machineId: machine.id, window, verifiedOnly: false }))
      times.push(`${window} ${Math.round(ms)} ms (${loaded.board.players} players)`)
      const rows = loaded.board.rows(loaded.board.players).map(({ id, value, achievedAt }) => ({ userId: id, value, achievedAt }))
      expect(rows).toEqual(await readOrderedBoard(testApp.app.database, loaded.spec))
    }
    report(`boards loaded: ${times.join(', ')}`)
    report(`memory: ${memory} MB before, ${rss()} MB after`)
  })

  it('[K2] has totals and bests that equal those computed from the scores alone', async () => {
    const [{ differences, players }, ms] = await timed(() => verifyBoards(testApp.app.database))
    expect(differences).toEqual([])
    expect(players).toBeGreaterThan(PLAYERS * 0.9)
    report(`recompute in ${Math.round(ms)} ms`)
  })

  it('is shown by every page, with the board in the HTML', async () => {
    const oracle = await DatabaseOracle.read(testApp.app.database)
    const top = async (window: Window): Promise<string[]> => {
      const { rows } = await oracle.board({ machineId: machine.id, window, limit: 10, verifiedOnly: false })
      return [...rows.values()].flatMap(({ displayName, value }) => [String(displayName), Number(value).toLocaleString('en-US')])
    }
    const latest = oracle.scores[0]!
    const value = latest.value.toLocaleString('en-US')
    const pages: [path: string, shown: string[]][] = [
      ['/', [machine.name, value, latest.displayName]],
      [`/machines?q=${encodeURIComponent(machine.name)}`, [machine.name]],
      ...(await Promise.all(
        WINDOWS.map(
          async (window): Promise<[string, string[]]> => [
            `/machines/${machine.id}${window === 'all' ? '' : `?window=${window}`}`,
            [machine.name, ...(await top(window))],
          ],
        ),
      )),
      [`/scores/${latest.id}`, [machine.name, value, latest.displayName]],
      [`/players/${latest.username}`, [latest.displayName, machine.name]],
      ['/submit', []],
      [`/submit?machine=${machine.id}`, [machine.name]],
    ]
    const times: string[] = []
    for (const [path, shown] of pages) {
      const each: number[] = []
      for (let i = 0; i < 7; i++) {
        const [response, ms] = await timed(() => fetch(`${testApp.http}${path}`))
        const html = (await response.text()).replaceAll('<!-- -->', '').replaceAll('&amp;', '&').replaceAll('&#x27;', "'")
        expect(response.status, path).toBe(200)
        const body = html.replace(/<script[\s\S]*?<\/script>/g, '')
        expect(
          shown.filter(text => !body.includes(text)),
          `missing on ${path}`,
        ).toEqual([])
        each.push(ms)
      }
      times.push(`${path.replace(/[0-9a-f-]{36}/, ':id')} ${each[0]!.toFixed(1)}/${median(each).toFixed(1)}`)
    }
    report(`pages, ms first/median: ${times.join(', ')}`)
  })

  it('[K2] ranks any player, and updates the ranks of players who submit more scores', async () => {
    const player = openPlayer(testApp.endpoint, random)
    const viewer = new Viewer(openPlayer(testApp.endpoint, random))
    const scope = { machineId: machine.id }
    try {
      await player.signUp('Newcomer')
      for (const window of WINDOWS) viewer.watchBoard({ machineId: machine.id, window, limit: 100, verifiedOnly: false })
      viewer.watchRecent({ limit: 100, machineId: machine.id })
      await viewer.waitUntilSynced(machine.id)
      const submits: number[] = []
      for (let i = 0; i < 50; i++) {
        const input = { _id: uuidv7(), machineId: machine.id, value: quantile(1 - i / 1000) }
        const [answer, ms] = await timed(() => callMethod<{ rank: number }>(player, 'scores.submit', input))
        expect(answer.rank).toBeGreaterThan(0)
        submits.push(ms)
      }
      const places: number[] = []
      const arounds: number[] = []
      const ordered = await readOrderedBoard(testApp.app.database, { machineId: machine.id, bounds: null, verifiedOnly: false })
      for (let i = 0; i < 50; i++) {
        const at = Math.floor(random() * ordered.length)
        const { userId, value } = ordered[at]!
        const rank = 1 + ordered.findIndex(other => other.value === value)
        const [place, ms] = await timed(() => callMethod(player, 'boards.place', { scope, userId }))
        expect(place).toMatchObject({ rank, players: ordered.length, value })
        places.push(ms)
        const [around, took] = await timed(() => callMethod<{ rows: { userId: string }[] }>(player, 'boards.around', { scope, userId }))
        expect(around.rows.map(row => row.userId)).toEqual(ordered.slice(Math.max(0, at - 5), at + 6).map(row => row.userId))
        arounds.push(took)
      }
      await viewer.waitUntilSynced(machine.id)
      await viewer.expectMatchesDatabase(await DatabaseOracle.read(testApp.app.database), `seed ${SEED}`)
      expect((await verifyBoards(testApp.app.database)).differences).toEqual([])
      const figures = { submit: submits, place: places, around: arounds }
      const medians = Object.entries(figures).map(([name, times]) => `${name} ${median(times).toFixed(1)} ms`)
      report(`medians over a socket: ${medians.join(', ')}`)
    } finally {
      player.close()
      viewer.player.close()
    }
  })
})

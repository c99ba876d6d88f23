import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { tooManyRequests } from '#ddp/server/rate-limit.ts'
import { createDdpHarness } from '#ddp/testing/ddp-harness.ts'
import { socketPair } from '#ddp/transport/memory.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { RememberedGame } from './game-tracker.ts'
import { type LiveMachineBoard, SiteLink } from './site-link.ts'
import { Spool } from './spool.ts'

const root = mkdtempSync(join(tmpdir(), 'skillshot-link-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

type Report = { id: string; key: string; board: unknown; plays: unknown; sentAt: Date; endedAt: Date; doubts: unknown }
type Live = { key: string; boards: { id: string; name?: string; game: unknown }[] }

/** A site whose answers the test decides, and a reporter's link to it. */
async function create() {
  const harness = createDdpHarness()
  const { clock, server } = harness
  const reports: Report[] = []
  const lives: Live[] = []
  const answers = {
    report: (_report: Report): unknown => ({ reportedGameId: 'x' }),
    live: (live: Live): unknown => ({ paired: live.boards.map(({ id }) => id) }),
  }
  server.method('stations.report', (_call, report) => {
    const answer = answers.report(report as Report)
    reports.push(report as Report)
    return answer
  })
  server.method('stations.reportLive', (_call, live) => {
    lives.push(live as unknown as Live)
    return answers.live(live as unknown as Live)
  })
  const pairs: ReturnType<typeof socketPair>[] = []
  let isAway = false
  const boards = new Map<string, LiveMachineBoard>()
  const paired: string[][] = []
  const logged: string[] = []
  const spool = await Spool.open({ dir: join(root, String(Math.random())), clock })
  const link = new SiteLink({
    connect: () => {
      const pair = socketPair(() => {})
      pairs.push(pair)
      if (isAway) pair.server.close()
      else server.accept(pair.server, { clientAddress: '10.0.0.1', groups: ['10.0.0.1'], httpHeaders: {} })
      return pair.client
    },
    ...{ clock, spool, key: 'secret', random: () => 0.5, timeOfDay: () => clock.now() - 5000, wasSet: () => 0 },
    nameOf: () => 'Taxi',
    boards: () => [...boards.values()],
    board: id => boards.get(id) ?? null,
    onPaired: (_told, ids) => void paired.push([...ids]),
    log: text => void logged.push(text),
  })
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 12; i++) {
      await harness.settle()
      for (const pair of pairs) pair.flush()
    }
  }
  const wait = async (ms: number): Promise<void> => {
    // In steps in which a ping can be answered.
    for (let left = ms; left > 0; left -= 5000) {
      clock.advance(Math.min(left, 5000))
      await settle()
    }
  }
  const show = (id: string, score: number): void => {
    boards.set(id, { id, name: 'Taxi', game: { playing: true, ball: 1, player: 1, scores: [score] } })
    link.changed(id)
  }
  const put = async (...ids: string[]): Promise<void> => {
    for (const id of ids) {
      const game: RememberedGame = {
        game: { id, boardId: '4f0c12ab', plays: [{ score: 10, initials: 'ABC', player: 1 }], endedAt: clock.now(), doubts: ['order'] },
        ...{ gameNumber: 1, heardAt: clock.now() },
      }
      spool.put(game)
    }
    await spool.flush()
    link.send()
    await settle()
  }
  /** Lets the site go away, or come back. */
  const setAway = (away: boolean): void => {
    isAway = away
    if (away) for (const pair of pairs) pair.cut()
  }
  return { setAway, clock, link, pairs, reports, lives, answers, paired, logged, spool, wait, settle, show, put }
}

async function connected() {
  const all = await create()
  all.link.open()
  await all.settle()
  await all.wait(2000)
  return all
}

describe('ended games', () => {
  it('are sent in order, one at a time, with all that is known, and acknowledged', async () => {
    const { put, reports, spool, link, clock } = await connected()
    await put('a', 'b', 'c')
    expect(reports.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(reports[0]).toEqual({
      ...{ key: 'secret', id: 'a', board: { id: '4f0c12ab', name: 'Taxi' }, doubts: ['order'] },
      ...{ plays: [{ score: 10, initials: 'ABC', player: 1 }], endedAt: new Date(clock.now()), sentAt: new Date(clock.now() - 5000) },
    })
    expect([spool.counts.waiting, link.status.sent]).toEqual([0, 3])
  })

  it('wait while there is no connection, and none is lost when it breaks before the answer', async () => {
    const { put, reports, spool, pairs, answers, settle, wait } = await connected()
    let answer: () => void = () => {}
    answers.report = () => new Promise(resolve => (answer = () => resolve(null)))
    await put('a')
    expect(reports).toHaveLength(1)
    pairs.at(-1)!.server.close()
    pairs.at(-1)!.flush()
    await settle()
    answer()
    answers.report = () => null
    await put('b')
    expect(reports).toHaveLength(1)
    await wait(5000)
    expect(reports.map(({ id }) => id)).toEqual(['a', 'a', 'b'])
    expect(spool.counts.waiting).toBe(0)
  })

  it('of an hour in which the site was away all reach it, in their order', async () => {
    const { put, reports, spool, setAway, wait, settle } = await connected()
    setAway(true)
    const ids = Array.from({ length: 120 }, (_, i) => `game ${i}`)
    for (const id of ids) {
      await put(id)
      await wait(30_000)
    }
    expect([reports.length, spool.counts.waiting]).toEqual([0, 120])
    setAway(false)
    await wait(30_000)
    // One after another, each with an answer.
    for (const _ of ids) await settle()
    expect(reports.map(({ id }) => id)).toEqual(ids)
    expect(spool.counts).toEqual({ waiting: 0, aside: 0, dropped: 0 })
  })

  it('that the site refuses are set aside, and the others go on', async () => {
    const { put, reports, spool, answers, logged } = await connected()
    answers.report = ({ id }) => {
      if (id === 'b') throw new DdpError(400, 'This is no game.')
      return null
    }
    await put('a', 'b', 'c')
    expect(reports.map(({ id }) => id)).toEqual(['a', 'c'])
    expect([spool.counts, [...spool.reasons.keys()]]).toEqual([{ waiting: 0, aside: 1, dropped: 0 }, ['This is no game. [400]']])
    expect(logged.at(-1)).toContain('This is no game.')
  })

  it('whose id the site has for another game are logged and dropped, since they would be refused after each start', async () => {
    const { put, reports, spool, answers, logged } = await connected()
    answers.report = ({ id }) => {
      if (id === 'b') throw new DdpError(409, 'This id was used for another game.', { code: 'id-used' })
      return null
    }
    await put('a', 'b', 'c')
    expect(reports.map(({ id }) => id)).toEqual(['a', 'c'])
    expect(spool.counts).toEqual({ waiting: 0, aside: 0, dropped: 0 })
    expect(logged.at(-1)).toContain('This id was used for another game.')
  })

  it.each([
    [new DdpError(401, 'This key is not known.', { code: 'key-unknown' }), 'This key is not known. Make a new key on the page "Stations"'],
    [
      new DdpError(403, 'This key may not report.', { code: 'not-a-reporter' }),
      'This key may not report. Make a new key on the page "Stations"',
    ],
    [new DdpError(404, "Method 'stations.report' not found"), 'older than this reporter'],
  ])('wait when the site refuses the reporter (%s), are tried again each minute, and nothing is set aside', async (error, text) => {
    const { put, reports, spool, answers, link, wait, logged } = await connected()
    let tries = 0
    answers.report = () => {
      tries++
      throw error
    }
    await put('a', 'b')
    await wait(59_000)
    expect([tries, link.status.refusal]).toEqual([1, expect.stringContaining(text)])
    await wait(1000)
    expect([tries, spool.counts]).toEqual([2, { waiting: 2, aside: 0, dropped: 0 }])
    expect(logged.filter(line => line.includes(text))).toHaveLength(1)
    answers.report = () => null
    await wait(60_000)
    expect([reports.length, link.status.refusal]).toEqual([2, null])
  })

  it('wait as long as the site says when there were too many', async () => {
    const { put, reports, answers, wait } = await connected()
    let tries = 0
    answers.report = () => {
      tries++
      if (tries === 1) throw tooManyRequests(30_000)
      return null
    }
    await put('a')
    await wait(29_999)
    expect(tries).toBe(1)
    await wait(1)
    expect(reports).toHaveLength(1)
  })

  it('one that makes the site fail is tried again and again, after others in the end', async () => {
    const { put, reports, answers, wait, spool } = await connected()
    let tries = 0
    answers.report = ({ id }) => {
      if (id !== 'bad') return null
      tries++
      throw new DdpError(500, 'Internal server error')
    }
    await put('bad', 'good')
    await wait(5000)
    expect(reports).toEqual([])
    await wait(5000)
    await wait(5000)
    expect([tries, reports.map(({ id }) => id), spool.counts]).toEqual([3, ['good'], { waiting: 1, aside: 0, dropped: 0 }])
    answers.report = () => null
    for (let i = 0; i < 6; i++) await wait(60_000)
    expect(reports.map(({ id }) => id)).toEqual(['good', 'bad'])
  })
})

describe('live states', () => {
  it('are told in one call of those that have changed, right away and then every quarter of a second at most', async () => {
    const { show, wait, lives, paired } = await connected()
    for (let i = 1; i <= 10; i++) show('a', i)
    show('b', 5)
    await wait(1)
    expect(lives).toEqual([
      {
        key: 'secret',
        boards: [
          { id: 'a', name: 'Taxi', game: { playing: true, ball: 1, player: 1, scores: [10] } },
          { id: 'b', name: 'Taxi', game: { playing: true, ball: 1, player: 1, scores: [5] } },
        ],
      },
    ])
    expect(paired).toEqual([['a', 'b']])
    for (let i = 6; i <= 9; i++) show('b', i)
    await wait(248)
    expect(lives).toHaveLength(1)
    await wait(1)
    expect(lives[1]!.boards.map(({ id }) => id)).toEqual(['b'])
  })

  it('are never in two calls at a time: what is newest when the first is answered goes next', async () => {
    const { show, wait, lives, answers, settle } = await connected()
    let answer: () => void = () => {}
    answers.live = () => new Promise(resolve => (answer = () => resolve({ paired: [] })))
    show('a', 1)
    await wait(250)
    for (let i = 2; i <= 9; i++) {
      show('a', i)
      await wait(1000)
    }
    expect(lives).toHaveLength(1)
    answer()
    await settle()
    await wait(250)
    expect(lives.map(({ boards }) => boards[0]!.game)).toMatchObject([{ scores: [1] }, { scores: [9] }])
  })

  it('of all boards are told after each new connection, and every minute', async () => {
    const { show, wait, lives, pairs } = await connected()
    show('a', 1)
    show('b', 1)
    await wait(250)
    pairs.at(-1)!.server.close()
    pairs.at(-1)!.flush()
    await wait(1000)
    await wait(5000)
    expect(lives).toHaveLength(2)
    expect(lives[1]!.boards.map(({ id }) => id)).toEqual(['a', 'b'])
    await wait(60_000)
    await wait(250)
    expect(lives[2]!.boards.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('that the site refuses for themselves are not told again before a minute has passed', async () => {
    const { show, wait, lives, answers } = await connected()
    answers.live = () => {
      throw new DdpError(400, 'Match failed')
    }
    show('a', 1)
    for (let i = 0; i < 20; i++) await wait(1000)
    expect(lives).toHaveLength(1)
  })
})

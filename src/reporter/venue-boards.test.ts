import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import type { BoardPath } from './board-requests.ts'
import type { RememberedGame } from './game-tracker.ts'
import { MAX_BOARDS, VenueBoards, type VenueBoardsOptions } from './venue-boards.ts'

const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
const data = (scores: number[], active = true) => ({
  GameActive: active,
  Scores: scores,
  BallInPlay: 1,
  PlayerUp: 1,
  PlayersInGame: 1,
  game_num: 7,
})
const state = (id: string, scores: number[], active = true) => json({ machine_id: id, type: 'game_state', data: data(scores, active) })
const end = (id: string, score: number, initials = '') =>
  json({ machine_id: id, type: 'end_of_game', data: { plays: [[initials, score]], try: 1, game_num: 7 } })
const hello = (name: string) => Uint8Array.of(1, Buffer.byteLength(name), ...Buffer.from(name))
const PONG = Uint8Array.of(4)
const idOf = (n: number): string => n.toString(16).padStart(8, '0')
const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await null
}

function create(more: Partial<VenueBoardsOptions> = {}) {
  const clock = manualClock()
  const asked: [string, BoardPath][] = []
  const pinged: string[] = []
  const live: string[] = []
  const ended: RememberedGame[] = []
  const answers = new Map<BoardPath, string>()
  let ids = 0
  const boards = new VenueBoards({
    clock,
    newId: () => `game${++ids}`,
    async ask(address, path) {
      asked.push([address, path])
      return answers.get(path) ?? null
    },
    ping: address => void pinged.push(address),
    onLive: id => void live.push(id),
    onEnded: game => void ended.push(game),
    known: [],
    remembered: [],
    ...more,
  })
  /** Lets so many seconds pass. */
  const wait = async (seconds: number): Promise<void> => {
    for (let i = 0; i < seconds; i++) {
      clock.advance(1000)
      boards.tick()
      await settle()
    }
  }
  return { clock, boards, asked, pinged, live, ended, answers, wait }
}

describe('names', () => {
  it('asks a new board once for its name, again a minute later if it does not answer, and when it has started', async () => {
    const { boards, asked: all, answers, wait } = create()
    const names = (): unknown[] => all.filter(([, path]) => path === '/api/game/name')
    boards.game(state('4f0c12ab', [0]), '10.0.0.1')
    await wait(1)
    expect(names()).toEqual([['10.0.0.1', '/api/game/name']])
    await wait(59)
    expect(names()).toHaveLength(1)
    answers.set('/api/game/name', 'Attack from Mars\n')
    boards.game(state('4f0c12ab', [10]), '10.0.0.1')
    await wait(2)
    expect(boards.state('4f0c12ab')?.name).toBe('Attack from Mars')
    boards.game(state('4f0c12ab', [20]), '10.0.0.1')
    await wait(120)
    expect(names()).toHaveLength(2)
    boards.game(json({ machine_id: '4f0c12ab', type: 'reset' }), '10.0.0.1')
    await wait(1)
    expect(names()).toHaveLength(3)
  })

  it('takes the name of a hello until the board has answered, but none that may be cut', async () => {
    const { boards, answers, wait } = create()
    boards.game(state('4f0c12ab', [0]), '10.0.0.1')
    boards.discovery(hello('Indiana Jones: The Pinball Advent'.slice(0, 32)), '10.0.0.1')
    expect(boards.state('4f0c12ab')?.name).toBe('')
    boards.discovery(hello('Funhouse'), '10.0.0.1')
    boards.discovery(hello('Other'), '10.0.0.9')
    expect(boards.state('4f0c12ab')?.name).toBe('Funhouse')
    answers.set('/api/game/name', 'FunHouse')
    await wait(1)
    expect(boards.state('4f0c12ab')?.name).toBe('FunHouse')
    // Another name is no fact: the board is asked.
    boards.discovery(hello('Taxi'), '10.0.0.1')
    expect(boards.state('4f0c12ab')?.name).toBe('FunHouse')
    answers.set('/api/game/name', 'Taxi')
    await wait(1)
    expect(boards.state('4f0c12ab')?.name).toBe('Taxi')
  })
})

describe('games', () => {
  it('a hello in mid-game ends no game: boards say it when they are asked, and when they are alone', async () => {
    const { boards, ended, wait } = create()
    boards.game(state('4f0c12ab', [0], false), '10.0.0.1')
    await wait(1)
    for (const score of [100, 200, 300]) {
      boards.game(state('4f0c12ab', [score]), '10.0.0.1')
      boards.discovery(hello('Funhouse'), '10.0.0.1')
      await wait(5)
    }
    expect(boards.state('4f0c12ab')?.game).toMatchObject({ playing: true, scores: [300] })
    boards.game(end('4f0c12ab', 300), '10.0.0.1')
    expect(ended.map(({ game }) => game.doubts)).toEqual([[]])
  })

  it('a game that had ended before a restart of the reporter is the same game when its end is heard again', () => {
    const first = create()
    first.boards.game(end('4f0c12ab', 300), '10.0.0.1')
    const second = create({ remembered: first.ended, newId: () => 'another' })
    second.boards.game(end('4f0c12ab', 300, 'ABC'), '10.0.0.1')
    expect(second.ended.map(({ game }) => [game.id, game.plays])).toEqual([['game1', [{ score: 300, initials: 'ABC' }]]])
  })

  it('drops the ends of a board that ends games faster than any machine', () => {
    const { boards, ended } = create()
    for (let i = 1; i <= 100; i++) boards.game(end('4f0c12ab', i), '10.0.0.1')
    expect([ended.length, boards.dropped.ends]).toEqual([30, 70])
  })
})

describe('whether a board answers', () => {
  it('asks a board with a game that stands still, and shows it as away when it has not answered twice', async () => {
    const { boards, asked, pinged, answers, wait } = create()
    answers.set('/api/game/name', 'Taxi')
    boards.game(state('4f0c12ab', [100]), '10.0.0.1')
    await wait(29)
    expect(pinged).toEqual([])
    await wait(1)
    expect(pinged).toEqual(['10.0.0.1'])
    expect(asked.at(-1)).toEqual(['10.0.0.1', '/api/game/status'])
    await wait(19)
    expect(boards.state('4f0c12ab')?.game?.playing).toBe(true)
    await wait(1)
    expect(boards.state('4f0c12ab')?.game).toBeNull()
  })

  it('a pong keeps a game that stands still, and an answer says how it is now', async () => {
    const { boards, pinged, answers, wait } = create()
    boards.game(state('4f0c12ab', [100]), '10.0.0.1')
    for (let i = 0; i < 20; i++) {
      await wait(10)
      if (pinged.length > 0) boards.discovery(PONG, '10.0.0.1')
    }
    expect(boards.state('4f0c12ab')?.game).toMatchObject({ playing: true, scores: [100] })
    answers.set('/api/game/status', JSON.stringify(data([100], false)))
    await wait(40)
    expect(boards.state('4f0c12ab')?.game).toMatchObject({ playing: false })
  })

  it('asks a board that answers again how it is', async () => {
    const { boards, answers, wait } = create()
    boards.game(state('4f0c12ab', [100]), '10.0.0.1')
    await wait(120)
    expect(boards.state('4f0c12ab')?.game).toBeNull()
    answers.set('/api/game/status', JSON.stringify(data([200])))
    boards.discovery(PONG, '10.0.0.1')
    await settle()
    expect(boards.state('4f0c12ab')?.game).toMatchObject({ playing: true, scores: [200] })
  })

  it('asks a board at rest too, since it is silent, and those of before a restart', async () => {
    const { boards, pinged, wait } = create({ known: [{ id: '4f0c12ab', name: 'Taxi', address: '10.0.0.1' }] })
    await wait(1)
    expect([pinged, boards.views()[0]]).toEqual([['10.0.0.1'], expect.objectContaining({ name: 'Taxi', isPaired: true, heardAt: null })])
    boards.discovery(PONG, '10.0.0.1')
    await wait(29)
    expect(pinged).toHaveLength(1)
    await wait(1)
    expect(pinged).toHaveLength(2)
  })

  it('asks a board of which another says that it is away, and believes neither that one nor an answer that makes no sense', async () => {
    const { boards, pinged, answers, wait } = create()
    answers.set('/api/game/status', '{"GameActive":')
    boards.game(state('4f0c12ab', [100]), '10.0.0.1')
    await wait(31)
    expect(pinged).toHaveLength(1)
    boards.discovery(Uint8Array.of(5, 10, 0, 0, 1), '10.0.0.2')
    await wait(1)
    expect([pinged.length, boards.state('4f0c12ab')?.game?.playing]).toEqual([2, true])
  })
})

describe('too many boards', () => {
  it('drops new ids when there are as many boards as may be, and counts them', () => {
    const { boards } = create()
    for (let i = 0; i < 1000; i++) boards.game(state(idOf(i), [0]), `10.0.${i >> 8}.${i & 255}`)
    expect([boards.ids.length, boards.dropped.boards]).toEqual([MAX_BOARDS, 1000 - MAX_BOARDS])
    expect(boards.ids).toEqual(Array.from({ length: MAX_BOARDS }, (_, i) => idOf(i)))
  })

  it('a paired board takes the place of one that is not, and none takes its', async () => {
    const { boards, wait } = create({ known: [{ id: idOf(9999), name: 'Taxi', address: '10.9.9.9' }] })
    boards.setPaired([idOf(5000)], [idOf(5000)])
    for (let i = 0; i < 200; i++) boards.game(state(idOf(i), [0]), `10.0.0.${i}`)
    boards.game(state(idOf(5000), [0]), '10.0.1.1')
    expect(boards.ids).toContain(idOf(5000))
    await wait(601)
    for (let i = 200; i < 400; i++) boards.game(state(idOf(i), [0]), `10.0.2.${i & 255}`)
    expect(boards.ids).toEqual(expect.arrayContaining([idOf(9999), idOf(5000), idOf(200)]))
    expect(boards.ids).toHaveLength(MAX_BOARDS)
  })

  it('an address leads to the board that was last heard there, and there are no more addresses than boards', () => {
    const { boards } = create()
    for (let i = 0; i < 50; i++) boards.game(state('4f0c12ab', [i]), `10.0.0.${i}`)
    expect([boards.isKnown('10.0.0.48'), boards.isKnown('10.0.0.49')]).toEqual([false, true])
    boards.game(state('00000001', [0]), '10.0.0.49')
    boards.discovery(hello('Taxi'), '10.0.0.49')
    expect([boards.state('4f0c12ab')?.name, boards.state('00000001')?.name]).toEqual(['', 'Taxi'])
  })
})

describe('whatever comes over the network', () => {
  it('makes nothing throw, and as many boards as may be', () => {
    const { boards, clock } = create()
    const id = fc.oneof(fc.nat({ max: 300 }).map(idOf), fc.string())
    const scores = fc.array(fc.nat({ max: 200_000_000 }), { maxLength: 7 })
    const message = fc.oneof(
      fc.record({
        machine_id: id,
        type: fc.constant('game_state'),
        data: fc.record({
          GameActive: fc.boolean(),
          Scores: scores,
          BallInPlay: fc.nat({ max: 20 }),
          PlayerUp: fc.nat({ max: 6 }),
          PlayersInGame: fc.nat({ max: 6 }),
          ActiveFormatId: fc.nat({ max: 3 }),
          game_num: fc.nat({ max: 101 }),
        }),
      }),
      fc.record({
        machine_id: id,
        type: fc.constant('end_of_game'),
        data: fc.record({
          plays: fc.array(fc.tuple(fc.string(), fc.nat()), { maxLength: 7 }),
          try: fc.nat(),
          game_num: fc.nat({ max: 101 }),
        }),
      }),
      fc.record({ machine_id: id, type: fc.constant('reset') }),
    )
    const datagram = fc.oneof(fc.uint8Array({ maxLength: 60 }), message.map(json))
    fc.assert(
      fc.property(datagram, fc.boolean(), fc.nat({ max: 255 }), fc.nat({ max: 20_000 }), (bytes, isGame, host, ms) => {
        if (isGame) boards.game(bytes, `10.0.0.${host}`)
        else boards.discovery(bytes, `10.0.0.${host}`)
        clock.advance(ms)
        boards.tick()
        expect(boards.ids.length).toBeLessThanOrEqual(MAX_BOARDS)
        for (const each of boards.views()) expect(each.state?.scores.length ?? 0).toBeLessThanOrEqual(6)
      }),
      { numRuns: 5000 },
    )
  })
})

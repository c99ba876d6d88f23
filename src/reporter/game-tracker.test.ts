import { describe, expect, it } from 'vitest'
import type { EndOfGameMessage, GameStateMessage } from './board-messages.ts'
import type { EndedGame } from './game-reports.ts'
import { GameTracker, type RememberedGame } from './game-tracker.ts'

const BOARD = '0a1b2c3d'
const HOME = '10.0.0.7'

/** A tracker, and a clock that goes on with each message. */
class Board {
  readonly tracker: GameTracker
  at = 0
  #games = 0

  constructor(remembered: readonly RememberedGame[] = []) {
    const newId = (): string => {
      this.#games += 1
      return `game-${this.#games}`
    }
    this.tracker = new GameTracker({ boardId: BOARD, newId, remembered })
  }

  wait(seconds: number): this {
    this.at += seconds * 1000
    return this
  }

  /** A state comes a second after the message before. @returns the game of which it says more */
  state(active: boolean, scores: readonly number[], more: Partial<GameStateMessage> = {}, address = HOME): EndedGame | undefined {
    this.wait(1)
    const all = [0, 1, 2, 3].map(i => scores[i] ?? 0)
    const state = { ball: active ? 1 : 0, player: active ? 1 : 0, players: active ? scores.length : 0, format: 0, gameNumber: 7, ...more }
    return this.tracker.message(this.at, { type: 'game_state', boardId: BOARD, active, scores: all, ...state }, address).ended
  }

  plays(scores: readonly number[], more: Partial<GameStateMessage> = {}, address = HOME): EndedGame | undefined {
    return this.state(true, scores, more, address)
  }

  rests(scores: readonly number[], more: Partial<GameStateMessage> = {}): EndedGame | undefined {
    return this.state(false, scores, more)
  }

  /** An end comes a second after the message before. @param plays scores, or initials and scores */
  ends(plays: readonly (number | [string, number])[], more: Partial<EndOfGameMessage> = {}): EndedGame | undefined {
    this.wait(1)
    const list = plays.map(play => (typeof play === 'number' ? { initials: '', score: play } : { initials: play[0], score: play[1] }))
    const end: EndOfGameMessage = { type: 'end_of_game', boardId: BOARD, plays: list, attempt: 1, gameNumber: 7, ...more }
    return this.tracker.message(this.at, end, HOME).ended
  }

  starts(): this {
    this.wait(1).tracker.message(this.at, { type: 'reset', boardId: BOARD }, HOME)
    return this
  }

  /** A game of a minute, which is heard from its beginning to its last scores. */
  game(scores: readonly number[], more: Partial<GameStateMessage> = {}): this {
    this.rests([])
    this.plays([0], more)
    this.wait(58).plays(scores, { ball: 3, player: scores.length, ...more })
    return this
  }

  get isLive(): boolean {
    return this.tracker.live?.playing === true
  }
}

const playersOf = (game: EndedGame | undefined): (number | undefined)[] | undefined => game?.plays.map(({ player }) => player)

describe('games under way', () => {
  it('R2: an inactive state is no game, and its scores are those of the game before', () => {
    const board = new Board()
    board.rests([50_000, 20_000])
    expect(board.tracker.live).toEqual({ playing: false, ball: 0, player: 0, scores: [] })
    board.game([50_000, 20_000])
    board.rests([50_000, 30_000])
    expect(board.ends([50_000, 30_000])).toMatchObject({ plays: [{ player: 1 }, { player: 2 }], doubts: [] })
  })

  it('R2: shows the scores of who plays while a game is active', () => {
    const board = new Board()
    board.plays([700, 0], { ball: 2, player: 2 })
    expect(board.tracker.live).toEqual({ playing: true, ball: 2, player: 2, scores: [700, 0] })
  })

  it.each<[how: string, before: (board: Board) => void, first?: Partial<GameStateMessage>, seconds?: number]>([
    ['the first active state after an inactive one', board => board.rests([])],
    ['the next game_num', board => board.plays([90_000], { ball: 3 }), { gameNumber: 8 }],
    ['a game_num of 0 after 99', board => board.plays([90_000], { ball: 3, gameNumber: 99 }), { gameNumber: 0 }],
    ['scores that fall on the same ball', board => board.game([90_000], { ball: 1 }), {}, 9],
    ['another mode', board => board.game([0]), { format: 3 }],
    ['an active state after the end of the one before', board => [board.game([300]), board.ends([300])], { gameNumber: 8 }, 20],
  ])('R5: a game begins with %s', (_, before, first = {}, seconds = 0) => {
    const board = new Board()
    before(board)
    board.wait(seconds).plays([first.format === undefined ? 500 : 0], first)
    const startedAt = board.at
    board.wait(60).plays([700_000], { ball: 3, ...first })
    expect(board.ends([700_000], { gameNumber: first.gameNumber ?? 7 })?.startedAt).toBe(startedAt)
  })

  it('R5: digits that go over 99,999,999 begin no game', () => {
    const board = new Board()
    const begun = board.at + 2000
    board.game([99_000_000])
    board.wait(10).plays([1_000_000], { ball: 3 })
    expect(board.ends([1_000_000])).toMatchObject({ startedAt: begun, doubts: [] })
  })

  it('R5: a game that gets the next game_num in its first seconds, when the end before is told, is one game', () => {
    const board = new Board()
    board.game([50_000, 60_000])
    board.rests([50_000, 60_000])
    board.plays([0])
    const begun = board.at
    board.wait(2).plays([100])
    expect(playersOf(board.ends([50_000, 60_000]))).toEqual([1, 2])
    board.plays([200], { gameNumber: 8 })
    board.wait(60).plays([70_000], { gameNumber: 8, ball: 3 })
    expect(board.ends([70_000], { gameNumber: 8 })).toMatchObject({ startedAt: begun, doubts: [] })
  })

  it('R5: the beginning of a game is not known if others than the first player have played by then', () => {
    const board = new Board()
    board.rests([])
    board.plays([10_000, 20_000], { ball: 2, player: 2 })
    expect(board.wait(40).ends([10_000, 20_000])).not.toHaveProperty('startedAt')
  })

  it.each<[what: string, scores: number[], more: Partial<GameStateMessage>]>([
    ['less', [40_000, 20_000], { ball: 2, player: 2 }],
    ['an earlier ball', [50_000, 20_000], { ball: 1, player: 2 }],
    ['an earlier player', [50_000, 20_000], { ball: 2, player: 1 }],
    ['the game_num before', [60_000, 20_000], { ball: 2, player: 2, gameNumber: 6 }],
  ])('R6: a state that shows %s counts for nothing for six seconds', (_, scores, more) => {
    const board = new Board()
    board.plays([50_000, 20_000], { ball: 2, player: 2 })
    const { live } = board.tracker
    board.wait(4.9).plays(scores, more)
    expect(board.tracker.live).toBe(live)
  })

  it('R6: a state that shows less six seconds later is another game', () => {
    const board = new Board()
    board.plays([50_000], { ball: 2 })
    board.wait(5).plays([100])
    expect(board.tracker.live).toMatchObject({ ball: 1, scores: [100] })
  })

  it('R6: a game that begins anew when the start button is held is seen right away', () => {
    const board = new Board()
    board.game([50_000])
    board.plays([0])
    expect(board.tracker.live).toMatchObject({ scores: [0] })
  })

  it('R6: a late inactive state of the game before ends no game', () => {
    const board = new Board()
    board.game([50_000])
    board.rests([50_000])
    board.ends([50_000])
    board.plays([0], { gameNumber: 8 })
    board.rests([50_000], { gameNumber: 8 })
    expect(board.isLive).toBe(true)
  })

  it('R6: a late active state after the inactive one, and after the end, begins no game', () => {
    const board = new Board()
    board.game([50_000])
    board.rests([50_000])
    board.plays([50_000], { ball: 3 })
    expect(board.isLive).toBe(false)
    board.ends([50_000])
    board.wait(7).plays([40_000], { ball: 3 })
    expect(board.isLive).toBe(false)
    board.plays([0])
    expect(board.isLive).toBe(true)
  })

  it('R7: a live game ends with an inactive state, with its end and with a restart', () => {
    const board = new Board()
    for (const end of [() => board.rests([50_000]), () => board.ends([50_000]), () => board.starts()]) {
      board.wait(20).game([50_000])
      expect(board.isLive).toBe(true)
      end()
      expect(board.tracker.live).toMatchObject({ playing: false })
    }
  })

  it('R7: a board with a live game is asked after 30 silent seconds and 10 later, and is away after two questions without an answer', () => {
    const board = new Board()
    board.plays([100])
    const { tracker } = board
    expect(tracker.asks(board.wait(29).at)).toBe(false)
    expect(tracker.asks(board.wait(1).at)).toBe(true)
    expect(tracker.unanswered(board.wait(5).at)).toEqual({})
    expect(tracker.asks(board.wait(4).at)).toBe(false)
    expect(tracker.asks(board.wait(1).at)).toBe(true)
    expect(tracker.unanswered(board.wait(5).at)).toEqual({ live: null })
    expect(tracker.live).toBeNull()
    expect(tracker.asks(board.wait(60).at)).toBe(false)
    board.plays([100])
    expect(board.isLive).toBe(true)
  })

  it('R7: a game that stands still stays live as long as its board answers, and its board is asked for the state all the same', () => {
    const board = new Board()
    board.plays([100])
    for (let i = 0; i < 10; i++) {
      expect(board.tracker.asks(board.wait(30).at)).toBe(true)
      board.tracker.answered(board.at)
      expect(board.tracker.unanswered(board.at)).toEqual({})
    }
    expect(board.isLive).toBe(true)
  })

  it('R8: shows no live game in another mode, and takes the mode with which a game began', () => {
    const board = new Board()
    board.game([12, 9], { format: 3 })
    expect(board.isLive).toBe(false)
    board.plays([12, 9], { ball: 3, player: 2, format: 0 })
    expect(board.isLive).toBe(false)
    expect(board.ends([12, 9])?.doubts).toEqual(['mode'])
  })

  it('R9: a game that goes on after its board has started ends with a doubt', () => {
    const board = new Board()
    board.game([50_000])
    board.starts().wait(4).plays([60_000], { ball: 3, gameNumber: 0 })
    board.wait(40).plays([70_000], { ball: 3, gameNumber: 0 })
    expect(board.ends([70_000], { gameNumber: 0 })).toMatchObject({ plays: [{ player: 1 }], doubts: ['restart'] })
  })

  it('R9: a lost reset shows in a game_num that is another in mid-game', () => {
    const board = new Board()
    board.game([50_000])
    board.wait(20).plays([60_000], { ball: 3, gameNumber: 0 })
    expect(board.ends([60_000], { gameNumber: 0 })?.doubts).toEqual(['restart'])
  })

  it('R9: a game that begins after a restart has no doubt', () => {
    const board = new Board()
    board.game([50_000])
    board.starts().wait(4).rests([], { gameNumber: 0 })
    board.game([60_000], { gameNumber: 0 })
    expect(board.ends([60_000], { gameNumber: 0 })?.doubts).toEqual([])
  })
})

describe('ended games', () => {
  it('R10: a game that nobody said has ended is not reported', () => {
    const board = new Board()
    board.game([50_000])
    expect(board.rests([50_000])).toBeUndefined()
    expect(board.starts().tracker.remembered).toEqual([])
  })

  it('R11: an end that is repeated is the same game, in whatever order the tries come', () => {
    const board = new Board()
    board.game([50_000])
    expect(board.ends([50_000], { attempt: 2 })).toMatchObject({ id: 'game-1' })
    expect(board.ends([50_000], { attempt: 1 })).toBeUndefined()
    expect(board.wait(4).ends([50_000], { attempt: 3 })).toBeUndefined()
    expect(board.wait(18).ends([50_000], { attempt: 6 })).toBeUndefined()
    expect(board.tracker.remembered).toHaveLength(1)
  })

  it('R11: an end is known after the reporter has started anew', () => {
    const before = new Board()
    before.game([50_000])
    before.ends([50_000])
    const after = new Board(before.tracker.remembered)
    after.at = before.at
    expect(after.wait(4).ends([['ABC', 50_000]], { attempt: 2 })).toMatchObject({ id: 'game-1', plays: [{ initials: 'ABC' }] })
  })

  it('R12: the same scores later are another game, with a doubt if none was seen to begin', () => {
    const board = new Board()
    board.game([50_000])
    board.ends([50_000])
    board.wait(10).game([50_000])
    expect(board.ends([50_000])).toMatchObject({ id: 'game-2', doubts: [] })
    expect(board.wait(60).ends([50_000])).toMatchObject({ id: 'game-3', doubts: expect.arrayContaining(['repeat']) as string[] })
  })

  it('R12: two games with one score and a counter that stands still are two', () => {
    const board = new Board()
    for (const id of ['game-1', 'game-2']) {
      board.game([1210], { ball: 0, player: 0, gameNumber: null })
      board.rests([1210], { gameNumber: null })
      expect(board.ends([1210])).toMatchObject({ id, doubts: [] })
      board.wait(20)
    }
  })

  it('R13: ends with other scores, or another game_num, are other games', () => {
    const board = new Board()
    const ends = [
      board.ends([50_000]),
      board.ends([60_000]),
      board.ends([60_000], { gameNumber: 99 }),
      board.ends([60_000], { gameNumber: 0 }),
    ]
    expect(ends.map(ended => ended?.id)).toEqual(['game-1', 'game-2', 'game-3', 'game-4'])
  })

  it('R14: initials of later tries are taken, and missing ones take none away', () => {
    const board = new Board()
    board.game([50_000, 60_000])
    board.ends([50_000, ['ABC', 60_000]])
    expect(board.ends([['DEF', 50_000], 60_000], { attempt: 2 })?.plays.map(({ initials }) => initials)).toEqual(['DEF', 'ABC'])
    expect(board.ends([50_000, 60_000], { attempt: 3 })).toBeUndefined()
    expect(board.ends([['GHI', 50_000], 60_000], { attempt: 4 })?.plays[0]?.initials).toBe('GHI')
  })

  it('R15: the end of a game that comes after the next has begun is that of the first', () => {
    const board = new Board()
    board.game([50_000, 60_000])
    const startedAt = board.at - 59_000
    board.wait(300).plays([0])
    board.plays([60_000])
    expect(board.ends([51_000, 60_000])).toMatchObject({ startedAt, doubts: ['order'] })
    expect(board.isLive).toBe(true)
  })

  it('R15: a game whose end was told takes no other', () => {
    const board = new Board()
    board.game([50_000])
    board.ends([50_000])
    board.rests([50_000], { gameNumber: 0 })
    const other = board.wait(100).ends([90_000])
    expect(other).toMatchObject({ doubts: ['unseen'] })
    expect(other).not.toHaveProperty('startedAt')
  })
})

describe('which player has which score', () => {
  it.each<[what: string, seen: number[], told: number[], players: number[]]>([
    ['all', [500, 300, 400], [500, 300, 400], [1, 2, 3]],
    ['who has scored', [50_000, 0, 40_000], [50_000, 40_000], [1, 3]],
    ['who has 10,000, on boards that leave out less', [9990, 50_000, 0, 10_000], [50_000, 10_000], [2, 4]],
  ])('R16: the same scores are those of %s', (_, seen, told, players) => {
    const board = new Board()
    board.game(seen)
    const ended = board.ends(told)
    expect([playersOf(ended), ended?.doubts]).toEqual([players, []])
  })

  it('R17: the last points of one player may be missing', () => {
    const board = new Board()
    board.game([50_000, 0, 40_000])
    const ended = board.ends([50_000, 45_000])
    expect([playersOf(ended), ended?.doubts]).toEqual([[1, 3], []])
  })

  it.each<[what: string, seen: number[], told: number[], more?: Partial<GameStateMessage>, seconds?: number]>([
    ['two have more', [50_000, 40_000], [60_000, 45_000]],
    ['one has under 10,000, so that it may have been left out', [9000, 40_000], [9000, 45_000]],
    ['the state is 31 seconds old', [50_000, 40_000], [50_000, 45_000], {}, 30],
    ['the board tells no game_num', [50_000, 40_000], [50_000, 45_000], { gameNumber: null }],
    ['more players have scored since', [50_000], [50_000, 45_000]],
  ])('R18: the order is not known if %s', (_, seen, told, more = {}, seconds = 0) => {
    const board = new Board()
    board.game(seen, more)
    const ended = board.wait(seconds).ends(told)
    expect([playersOf(ended), ended?.doubts]).toEqual([told.map(() => undefined), ['order']])
  })

  it.each<[what: string, seen: number[], told: number[]]>([
    ['nobody was seen to score', [], [90_000, 80_000, 70_000, 60_000]],
    ['somebody had more', [95_000, 80_000], [90_000, 80_000]],
    ['more players had scored', [50_000, 40_000], [90_000]],
  ])('R18: the game was not seen if %s', (_, seen, told) => {
    const board = new Board()
    board.game(seen)
    const ended = board.ends(told)
    expect([playersOf(ended), ended?.doubts]).toEqual([told.map(() => undefined), ['unseen']])
  })

  it('R18: the high-score table, told instead of scores that all grew less, gives no player a score', () => {
    const board = new Board()
    board.game([50_000, 40_000, 30_000, 20_000])
    board.rests([0, 0, 0, 0])
    expect(board.ends([900_000, 800_000, 700_000, 600_000])?.doubts).toEqual(['order'])
    expect(board.rests([0, 0, 0, 0])).toBeUndefined()
  })

  it('R19: a later state with the very scores says whose they are', () => {
    const board = new Board()
    board.game([50_000, 40_000])
    board.ends([60_000, 45_000])
    const ended = board.rests([60_000, 45_000])
    expect(ended).toMatchObject({ id: 'game-1', plays: [{ player: 1 }, { player: 2 }], doubts: [] })
    expect(board.rests([60_000, 45_000])).toBeUndefined()
  })

  it('R19: a game of which no state was heard stays unseen, and its players are known', () => {
    const board = new Board()
    board.ends([60_000, 45_000])
    const ended = board.rests([60_000, 0, 45_000])
    expect([playersOf(ended), ended?.doubts]).toEqual([[1, 3], ['unseen']])
  })

  it('R19: a mode and a restart stay doubts when the players are known', () => {
    const board = new Board()
    board.starts().wait(4).plays([1], { format: 4 })
    board.wait(60).ends([60, 45])
    expect(board.rests([60, 45], { format: 4 })?.doubts).toEqual(['mode', 'restart'])
  })

  it('R19: a board at rest is asked every four seconds for a minute while the players are not known', () => {
    const board = new Board()
    board.game([50_000, 40_000])
    board.ends([60_000, 45_000])
    const countQuestions = (): number => Array.from({ length: 100 }, () => board.tracker.asks(board.wait(1).at)).filter(Boolean).length
    expect(countQuestions()).toBe(0)
    board.rests([])
    board.ends([70_000, 45_000], { gameNumber: 8 })
    expect(countQuestions()).toBe(15)
  })
})

describe('doubts', () => {
  it('R20: an id that came from two addresses within a minute is two boards', () => {
    const board = new Board()
    board.game([50_000])
    board.wait(50).plays([50_000], { ball: 3 }, '10.0.0.8')
    expect(board.ends([50_000])?.doubts).toEqual(['two-boards'])
  })

  it('R20: a board that gets another address later is one board', () => {
    const board = new Board()
    board.game([50_000])
    board.wait(70).plays([50_000], { ball: 3 }, '10.0.0.8')
    board.wait(70)
    expect(board.ends([50_000])?.doubts).toEqual([])
  })

  it('R20: says why it is in doubt, each reason once', () => {
    const board = new Board()
    board.game([5, 4], { format: 2 })
    expect(board.ends([9, 9, 9])?.doubts).toEqual(['order', 'mode'])
  })
})

it('remembers no more than 20 games, for ten minutes', () => {
  const board = new Board()
  for (let i = 0; i < 50; i++) board.ends([50_000 + i], { gameNumber: i })
  expect(board.tracker.remembered).toHaveLength(20)
  board.wait(600).rests([])
  expect(board.tracker.remembered).toEqual([])
})

import { BracketsManager } from 'brackets-manager'
import { InMemoryDatabase } from 'brackets-memory-db'
import { Status } from 'brackets-model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstToWin } from '#events/rules/bracket/follow-group.ts'
import { powerOfTwo } from '#events/rules/bracket/seeding.ts'
import { type BracketOfTest, fieldOf, playAll, type Results, ranks, resolved, seedOf } from '#events/rules/bracket/testing/play-bracket.ts'
import { seededRandom, shuffled } from '#events/rules/draw/seeded-random.ts'
import { doubleElimination, dropMasks, singleElimination } from './plan.ts'

const single = (players: number, { bestOf = 1, third = false } = {}): BracketOfTest => ({
  plan: singleElimination(players, third),
  field: fieldOf(players),
  follow: firstToWin(bestOf),
})
const double = (players: number, bestOf = 1): BracketOfTest => ({
  plan: doubleElimination(players),
  field: fieldOf(players),
  follow: firstToWin(bestOf),
})
const betterSeed = (players: readonly string[]): string[] => players.toSorted((a, b) => seedOf(a) - seedOf(b))
const byLot = (seed: string) => {
  const random = seededRandom(seed)
  return (players: readonly string[]): string[] => shuffled(players, random)
}
const SIZES = Array.from({ length: 127 }, (_, i) => i + 2)

/** Counts the matches that each player has lost. */
function losses(bracket: BracketOfTest, results: Results): Map<string, number> {
  const lost = new Map<string, number>()
  for (const { state, progress } of resolved(bracket, results).games) {
    if (state !== 'played') continue
    const loser = progress!.outcome!.order[1]!
    lost.set(loser, (lost.get(loser) ?? 0) + 1)
  }
  return lost
}

describe('a single elimination', () => {
  it('is won by the one who wins every match, for any number of players from 2 to 128', () => {
    for (const players of SIZES) {
      const bracket = single(players)
      const results = playAll(bracket, new Map(), byLot(`single ${players}`))
      const end = resolved(bracket, results)
      expect(end.isDecided).toBe(true)
      const [[, champion], ...others] = ranks(end) as [[number, string], ...[number, string][]]
      expect(losses(bracket, results).get(champion)).toBeUndefined()
      expect(others.every(([, player]) => losses(bracket, results).get(player) === 1)).toBe(true)
      expect(end.games.filter(({ state }) => state === 'played')).toHaveLength(players - 1)
    }
  })

  it('gives byes to the best seeds, and lets the best two of any part meet last in it', () => {
    for (const players of SIZES) {
      const bracket = single(players)
      const first = resolved(bracket, new Map()).games.filter(({ round }) => round === 1)
      const byes = first.filter(({ state }) => state === 'bye').map(({ seats }) => seedOf(seats.find(seat => typeof seat === 'string')!))
      expect(byes.sort((a, b) => a - b)).toEqual(Array.from({ length: powerOfTwo(players) - players }, (_, i) => i + 1))
      // The better seed wins each match, so that the semifinals are 1 against 4 and 2 against 3.
      const results = playAll(bracket, new Map(), betterSeed)
      expect(ranks(resolved(bracket, results)).slice(0, 2)).toEqual([
        [1, 'p1'],
        [2, 'p2'],
      ])
      if (players >= 4)
        expect(
          ranks(resolved(bracket, results))
            .slice(2, 4)
            .map(([, player]) => player)
            .sort(),
        ).toEqual(['p3', 'p4'])
    }
  })

  it('leaves gaps in the places of those who went out together, and none with a match for the third place', () => {
    const results = playAll(single(8), new Map(), betterSeed)
    expect(ranks(resolved(single(8), results)).map(([rank]) => rank)).toEqual([1, 2, 3, 3, 5, 5, 5, 5])
    const third = single(8, { third: true })
    expect(ranks(resolved(third, playAll(third, new Map(), betterSeed))).map(([rank]) => rank)).toEqual([1, 2, 3, 4, 5, 5, 5, 5])
  })

  it('goes on until one has won most of the games of a match', () => {
    const bracket = single(2, { bestOf: 5 })
    const winners = ['p1', 'p2', 'p2', 'p1', 'p2']
    const results = playAll(bracket, new Map(), players => {
      const winner = winners.shift()!
      return [winner, ...players.filter(each => each !== winner)]
    })
    expect(winners).toEqual([])
    expect(ranks(resolved(bracket, results))).toEqual([
      [1, 'p2'],
      [2, 'p1'],
    ])
  })
})

describe('a double elimination', () => {
  it('is won by one who has lost at most once, against whom all others have lost twice, for any number of players from 2 to 128', () => {
    for (const players of SIZES) {
      const bracket = double(players)
      const results = playAll(bracket, new Map(), byLot(`double ${players}`))
      const end = resolved(bracket, results)
      expect(end.isDecided).toBe(true)
      const lost = losses(bracket, results)
      const [[, champion], ...others] = ranks(end) as [[number, string], ...[number, string][]]
      expect(lost.get(champion) ?? 0).toBeLessThanOrEqual(1)
      expect(others.every(([, player]) => lost.get(player) === 2)).toBe(true)
      expect(others).toHaveLength(players - 1)
    }
  })

  it('plays a second set of the final if the winner of the losers’ bracket wins the first one', () => {
    for (const setsOfSecond of [0, 1, 2]) {
      const results = playAll(double(4), new Map(), (players, id) => {
        const isFirst = id !== 'final' && id !== 'final-2' ? true : id === 'final' ? setsOfSecond === 0 : setsOfSecond === 1
        return isFirst ? betterSeed(players) : betterSeed(players).reverse()
      })
      expect(results.has('final-2')).toBe(setsOfSecond > 0)
      expect(ranks(resolved(double(4), results))[0]).toEqual([1, setsOfSecond === 2 ? 'p2' : 'p1'])
    }
  })

  it('drops losers where they meet those whom they have beaten as late as possible', () => {
    // Among all ways to mix the losers of a round by masks, none puts off the first meeting longer than the chosen one does.
    const firstRematch = (players: number, masks: readonly number[]): number => {
      const rounds = Math.log2(players)
      let earliest = Number.POSITIVE_INFINITY
      for (let round = 2; round <= rounds; round++)
        for (let before = 1; before < round; before++) {
          const part = before === 1 ? 0 : masks[before - 2]! >> (round - before)
          const apart = masks[round - 2]! ^ part
          const merges = apart === 0 ? 0 : Math.floor(Math.log2(apart)) + 1
          earliest = Math.min(earliest, 2 * (round - 1) + 2 * merges)
        }
      return earliest
    }
    for (const rounds of [2, 3, 4, 5]) {
      const counts = Array.from({ length: rounds - 1 }, (_, i) => 2 ** (rounds - i - 2))
      const all = counts.reduce<number[][]>(
        (lists, count) => lists.flatMap(list => Array.from({ length: count }, (_, i) => [...list, i])),
        [[]],
      )
      const best = Math.max(...all.map(masks => firstRematch(2 ** rounds, masks)))
      expect(firstRematch(2 ** rounds, dropMasks(rounds))).toBe(best)
    }
  })
})

describe('a correction of any result', () => {
  it('equals a replay of the corrected results, and taking it back restores everything', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 40 }),
        fc.boolean(),
        fc.string(),
        fc.nat(),
        fc.nat(60),
        (players, isDouble, seed, which, steps) => {
          const bracket = isDouble ? double(players) : single(players, { third: true })
          const decide = byLot(seed)
          const results: Results = new Map()
          const played: string[] = []
          for (let i = 0; i < steps; i++) {
            const game = resolved(bracket, results).games.find(({ state }) => state === 'playing')
            if (game === undefined) break
            played.push(game.id)
            results.set(game.id, [{ machineId: '', entrantIds: [...game.players], order: decide(game.players) }])
          }
          if (played.length === 0) return
          const before = resolved(bracket, results)
          const corrected = played[which % played.length]!
          const [game] = results.get(corrected)!
          const after: Results = new Map(results).set(corrected, [{ ...game!, order: game!.order!.toReversed() }])
          // Whoever replays the corrected results leaves out those of games that have other players now.
          const replay: Results = new Map()
          for (const id of played) {
            const now = resolved(bracket, replay).games.find(each => each.id === id)
            const [own] = after.get(id)!
            const isSame = now?.state === 'playing' && now.players.every(player => own!.entrantIds.includes(player))
            if (isSame) replay.set(id, [own!])
          }
          expect(resolved(bracket, after)).toEqual(resolved(bracket, replay))
          expect(resolved(bracket, new Map(after).set(corrected, [game!]))).toEqual(before)
        },
      ),
    )
  })
})

describe('brackets-manager', () => {
  /** Plays a bracket of the package, in which the better seed always wins. @returns how many matches were played, and who finished where */
  async function playThere(players: number, type: 'single_elimination' | 'double_elimination') {
    const manager = new BracketsManager(new InMemoryDatabase())
    const field = fieldOf(players)
    const seeding = [...field, ...Array.from({ length: powerOfTwo(players) - players }, () => null)]
    const { id } = await manager.create.stage({
      tournamentId: 0,
      name: 'stage',
      type,
      seeding,
      settings: { seedOrdering: ['inner_outer'], ...(type === 'double_elimination' ? { grandFinal: 'simple' } : {}) },
    })
    const names = new Map(
      ((await manager.get.stageData(id)).participant as { id: number; name: string }[]).map(each => [each.id, each.name]),
    )
    let played = 0
    for (;;) {
      const matches = (await manager.storage.select('match', { stage_id: id })) ?? []
      const match = matches.find(({ status }) => status === Status.Ready)
      if (match === undefined) break
      const [a, b] = [match.opponent1!.id as number, match.opponent2!.id as number]
      const isFirst = seedOf(names.get(a)!) < seedOf(names.get(b)!)
      await manager.update.match({
        id: match.id,
        opponent1: isFirst ? { score: 1, result: 'win' } : { score: 0 },
        opponent2: isFirst ? { score: 0 } : { score: 1, result: 'win' },
      })
      played++
    }
    const standings = (await manager.get.finalStandings(id)) as { rank: number; name: string }[]
    return { played, standings }
  }

  it('plays as many matches and has the same champion, and places without gaps where ours have some', async () => {
    for (const players of [3, 4, 5, 8, 11, 16, 32])
      for (const type of ['single_elimination', 'double_elimination'] as const) {
        const theirs = await playThere(players, type)
        const ours = type === 'single_elimination' ? single(players) : double(players)
        const results = playAll(ours, new Map(), betterSeed)
        const end = resolved(ours, results)
        expect(end.games.filter(({ state }) => state === 'played')).toHaveLength(theirs.played)
        const table = ranks(end)
        // Its ranks count up by one whoever shares one before: the order is the same.
        const dense = table.map(([rank]) => new Set(table.filter(([other]) => other <= rank).map(([other]) => other)).size)
        expect(theirs.standings.map(({ rank }) => rank)).toEqual(dense)
        expect(theirs.standings[0]!.name).toBe(table[0]![1])
      }
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import { formatServer } from '#events/formats/server/registry.ts'
import type { Strikes } from '#events/formats/strikes/rules.ts'
import type { DrawOptions, FirstRound, Grouping } from '../draw-options.ts'
import { gamesOfGroups, type Round } from '../rounds.ts'
import { roundStandings } from '../standings/round-standings.ts'
import { roundsOf } from '../testing/by-format.ts'
import { bruteForceFewestRepeats, MeetingMatrix } from '../testing/meeting-matrix.ts'
import { groupSizes } from './group-sizes.ts'
import { OpponentHistory } from './opponent-history.ts'
import { drawRound, groupsOfSize, nextRound, type RoundEntrant } from './pairing.ts'
import { seededRandom, shuffled } from './seeded-random.ts'

/** Draws the next round as the server does, but with the players of each group in the order of the standings. */
const next = (
  format: MatchPlay | Strikes,
  all: readonly RoundEntrant[],
  rounds: readonly Round[],
  machines: readonly string[],
  seed: string,
  options: Partial<DrawOptions> = {},
): Round | null =>
  nextRound(roundsOf(format), formatServer(format).drawGroups!(format), all, rounds, machines, seed, { playOrder: 'position', ...options })

const names = (n: number): string[] => Array.from({ length: n }, (_, i) => `p${i}`)
const machineIds = names(10).map(name => `machine ${name}`)
const groupings = fc.constantFrom<Grouping>('swiss', 'balanced', 'random')
const groupSize = fc.constantFrom(2 as const, 3 as const, 4 as const)

const groupsOf = (round: Round): number[][] => round.groups.map(group => group.entrantIds.map(id => Number(id.slice(1))))

const countMeetings = (n: number, rounds: readonly Round[]): MeetingMatrix =>
  rounds.reduce((meetings, round) => meetings.addMeetings(groupsOf(round)), new MeetingMatrix(n))

const playOut = (round: Round, random: () => number): Round => ({
  ...round,
  groups: round.groups.map(group => ({ ...group, order: shuffled(group.entrantIds, random) })),
})

/** Brute force: the fewest rematches, if a bye goes to one of those with the fewest byes. */
function fewestRepeats(sizes: readonly number[], meetings: MeetingMatrix, players: readonly number[], history: OpponentHistory): number {
  if (sizes.at(-1) !== 1) return bruteForceFewestRepeats(sizes, meetings, players)
  const byes = (player: number): number => history.byes(`p${player}`)
  const least = Math.min(...players.map(byes))
  const candidates = players.filter(player => byes(player) === least)
  const without = (bye: number): number[] => players.filter(player => player !== bye)
  return Math.min(...candidates.map(bye => bruteForceFewestRepeats(sizes.slice(0, -1), meetings, without(bye))))
}

describe('a round', () => {
  it('includes every player once, in groups of the expected sizes, and has a bye only in pairs', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 33 }), groupSize, groupings, fc.string(), (n, size, grouping, seed) => {
        const round = drawRound(groupsOfSize(grouping, size), { players: names(n), rounds: [], machineIds, seed })
        expect([...round.groups.flatMap(group => group.entrantIds), ...round.byes].sort()).toEqual(names(n).sort())
        const sizes = [...round.groups.map(group => group.entrantIds.length), ...round.byes.map(() => 1)]
        expect(sizes.sort()).toEqual(groupSizes(n, size).sort())
      }),
      { numRuns: 60 },
    )
  })

  it('is the same for the same seed', () => {
    for (const grouping of ['balanced', 'random'] as const) {
      const draw = (seed: string) => drawRound(groupsOfSize(grouping, 4), { players: names(16), rounds: [], machineIds, seed })
      expect(draw('a')).toEqual(draw('a'))
      expect(draw('a')).not.toEqual(draw('b'))
    }
  })

  it('has no rematch as long as brute force finds a draw without one, over several rounds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 9 }), groupSize, groupings, fc.string(), (n, size, grouping, seed) => {
        const random = seededRandom(seed)
        const rounds: Round[] = []
        for (let i = 0; i < 6; i++) {
          const present = names(n).filter(() => random() < 0.9)
          const round = drawRound(groupsOfSize(grouping, size), {
            players: shuffled(present, random),
            rounds,
            machineIds,
            seed: `${seed}${i}`,
          })
          const meetings = countMeetings(n, rounds)
          const players = present.map(id => Number(id.slice(1)))
          if (players.length > 1) {
            const fewest = fewestRepeats(groupSizes(players.length, size), meetings, players, new OpponentHistory(rounds))
            const repeats = meetings.countRepeats(groupsOf(round))
            expect(repeats === 0).toBe(fewest === 0)
            if (size === 2) expect(repeats).toBe(fewest)
          }
          rounds.push(round)
        }
      }),
      { numRuns: 80 },
    )
  })

  it('has no rematch in the last rounds of a round robin of up to 32 players, where only one draw without a rematch is left', () => {
    for (const n of [16, 31, 32]) {
      const circle = shuffled(roundRobin(n), seededRandom(`${n}`))
      for (const grouping of ['swiss', 'balanced', 'random'] as const) {
        for (const played of [n >> 1, circle.length - 1]) {
          const rounds = circle.slice(0, played)
          const round = drawRound(groupsOfSize(grouping, 2), { players: names(n), rounds, machineIds, seed: 'a' })
          expect(countMeetings(n, rounds).countRepeats(groupsOf(round))).toBe(0)
        }
      }
    }
  })

  it('gives nobody a second bye before everybody has had one, and the first one to the lowest in the standings', () => {
    for (const grouping of ['swiss', 'balanced', 'random', 'tiers'] as const) {
      const rounds: Round[] = []
      for (let i = 0; i < 14; i++)
        rounds.push(drawRound(groupsOfSize(grouping, 2), { players: names(7), rounds, machineIds, seed: `${i}` }))
      const byes = rounds.flatMap(round => round.byes)
      expect([new Set(byes.slice(0, 7)).size, new Set(byes.slice(7)).size]).toEqual([7, 7])
      if (grouping === 'swiss' || grouping === 'tiers') expect(byes[0]).toBe('p6')
    }
  })

  it('groups neighbours in tiers, also those who have met', () => {
    const rounds: Round[] = []
    for (let i = 0; i < 3; i++) rounds.push(drawRound(groupsOfSize('tiers', 4), { players: names(8), rounds, machineIds, seed: `${i}` }))
    for (const round of rounds)
      expect(groupsOf(round).map(group => [...group].sort())).toEqual([
        [0, 1, 2, 3],
        [4, 5, 6, 7],
      ])
  })

  it('considers the next round when balanced: six players all meet within five rounds, for every seed', () => {
    for (const seed of names(30)) {
      const rounds: Round[] = []
      for (let i = 0; i < 5; i++) {
        const round = drawRound(groupsOfSize('balanced', 2), { players: names(6), rounds, machineIds, seed: `${seed}/${i}` })
        expect(countMeetings(6, rounds).countRepeats(groupsOf(round))).toBe(0)
        rounds.push(round)
      }
    }
  })

  it('spreads small groups over the players when balanced, unlike a random draw', () => {
    const countSmallGroups = (grouping: Grouping): number[] =>
      names(6).flatMap(tournament => {
        const rounds: Round[] = []
        for (let i = 0; i < 6; i++)
          rounds.push(drawRound(groupsOfSize(grouping, 3), { players: names(17), rounds, machineIds, seed: `${tournament}/${i}` }))
        const meetings = new OpponentHistory(rounds)
        return names(17).map(name => meetings.smallGroups(name))
      })
    const countRepeated = (grouping: Grouping): number => countSmallGroups(grouping).filter(times => times > 1).length
    expect(countRepeated('balanced')).toBeLessThan(countRepeated('random') / 2)
  })
})

describe('the next round', () => {
  const format: MatchPlay = { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 3, points: 'ifpa' }
  const knockout: Strikes = { kind: 'strikes', groupSize: 4, strikesToLeave: 4, strikes: 'progressive' }
  const entrants = (n: number, paused: string[] = []) => names(n).map(id => ({ id, paused: paused.includes(id) }))

  it('pairs neighbours in the standings when swiss', () => {
    const first = playOut(next(format, entrants(8), [], machineIds, 'a')!, seededRandom('x'))
    const second = next({ ...format, groupSize: 2 }, entrants(8), [first], machineIds, 'b')!
    const ranks = new Map(roundStandings(roundsOf(format), names(8), [first]).map(row => [row.entrantId, row.rank]))
    const met = new OpponentHistory([first])
    for (const { entrantIds } of second.groups) {
      const [a, b] = entrantIds as [string, string]
      expect(met.timesMet(a, b)).toBe(0)
      expect(ranks.get(a)).toBe(ranks.get(b))
    }
  })

  it('does not depend on the order in which entrants are listed', () => {
    const first = playOut(next(format, entrants(12), [], machineIds, 'a')!, seededRandom('x'))
    const straight = next(format, entrants(12), [first], machineIds, 'b')
    expect(next(format, entrants(12).reverse(), [first], machineIds, 'b')).toEqual(straight)
  })

  it('spreads seeds over the first groups, and lets them decide between equal ranks later', () => {
    const seeded = entrants(8).map(({ id, paused }, i) => ({ id, paused, seed: 80 - 10 * i }))
    for (const seed of names(5)) {
      const first = next(format, seeded, [], machineIds, seed)!
      expect(groupsOf(first)).toEqual([
        [7, 4, 3, 0],
        [6, 5, 2, 1],
      ])
      const played = { ...first, groups: first.groups.map(group => ({ ...group, order: group.entrantIds, places: [1, 1, 1, 1] })) }
      expect(groupsOf(next({ ...format, groupSize: 2 }, seeded, [played], machineIds, seed)!).map(([best]) => best)).toEqual([7, 5, 3, 1])
    }
    // Groups by lot stay by lot.
    const byLot = names(5).map(seed => groupsOf(next({ ...format, grouping: 'random' }, seeded, [], machineIds, seed)!).join())
    expect(new Set(byLot).size).toBeGreaterThan(1)
  })

  it('begins a seeded event as its director chose', () => {
    const seeded = entrants(8).map(({ id, paused }, i) => ({ id, paused, seed: i + 1 }))
    const pairsOf = (firstRound: FirstRound, seed = 'a') =>
      groupsOf(next({ ...format, groupSize: 2 }, seeded, [], machineIds, seed, { firstRound })!).map(group => [...group].sort().join())
    expect(pairsOf('slaughter')).toEqual(['0,7', '1,6', '2,5', '3,4'])
    expect(pairsOf('adjacent')).toEqual(['0,1', '2,3', '4,5', '6,7'])
    expect(pairsOf('cross')).toEqual(['0,4', '1,5', '2,6', '3,7'])
    expect(new Set(names(9).map(seed => pairsOf('random', seed).join())).size).toBeGreaterThan(1)
  })

  it('puts players without a seed behind those who have one', () => {
    const seeded = entrants(6).map(({ id, paused }) => ({ id, paused, seed: id === 'p4' ? 7 : id === 'p2' ? 3 : null }))
    const draws = names(9).map(seed => next({ ...format, groupSize: 2 }, seeded, [], machineIds, seed)!)
    for (const round of draws) expect(round.groups.slice(0, 2).map(({ entrantIds: [best] }) => best)).toEqual(['p2', 'p4'])
    expect(new Set(draws.map(round => groupsOf(round).join())).size).toBeGreaterThan(1)
  })

  it('has several games for each group, on different machines as far as there are enough', () => {
    const drawGames = (machines: readonly string[], rounds: Round[] = []) =>
      nextRound(roundsOf(format), formatServer(format).drawGroups!(format), entrants(8), rounds, machines, 'a', {
        gamesPerRound: 3,
        playOrder: 'position',
      })!
    const round = drawGames(machineIds)
    expect(gamesOfGroups(round).map(games => games.map(({ game }) => game))).toEqual([
      [undefined, 2, 3],
      [undefined, 2, 3],
    ])
    for (const games of gamesOfGroups(round)) {
      expect(new Set(games.map(({ machineId }) => machineId)).size).toBe(3)
      for (const { entrantIds } of games) expect(entrantIds).toEqual(games[0]!.entrantIds)
    }
    // No machine has two groups at a time.
    for (const number of [undefined, 2, 3])
      expect(new Set(round.groups.filter(({ game }) => game === number).map(({ machineId }) => machineId)).size).toBe(2)
    expect(round.gamesPerGroup).toBe(3)
    expect(drawGames(['only one']).groups.map(({ machineId }) => machineId)).toEqual(Array(6).fill('only one'))
    // The groups are those of a round with one game.
    expect(gamesOfGroups(round).map(([first]) => first!.entrantIds)).toEqual(
      next(format, entrants(8), [], machineIds, 'a')!.groups.map(({ entrantIds }) => entrantIds),
    )
  })

  it('leaves out paused players, and is null when all rounds are drawn or fewer than two players can play', () => {
    const round = next(format, entrants(6, ['p1', 'p4']), [], machineIds, 'a')!
    expect(round.groups.flatMap(group => group.entrantIds).sort()).toEqual(['p0', 'p2', 'p3', 'p5'])
    expect(next(format, entrants(6), [round, round, round], machineIds, 'a')).toBeNull()
    expect(next(format, entrants(2, ['p0']), [], machineIds, 'a')).toBeNull()
  })

  it('leaves out eliminated players, until one is left', () => {
    const random = seededRandom('night')
    const rounds: Round[] = []
    for (let round = next(knockout, entrants(13), rounds, machineIds, '0'); round !== null; ) {
      const out = roundStandings(roundsOf(knockout), names(13), rounds).filter(row => row.outIn !== undefined)
      const drawn = [...round.groups.flatMap(group => group.entrantIds), ...round.byes]
      expect(drawn).toHaveLength(13 - out.length)
      expect(drawn.filter(id => out.some(row => row.entrantId === id))).toEqual([])
      rounds.push(playOut(round, random))
      round = next(knockout, entrants(13), rounds, machineIds, `${rounds.length}`)
    }
    const rows = roundStandings(roundsOf(knockout), names(13), rounds)
    expect(rows.filter(row => row.outIn === undefined)).toHaveLength(1)
    expect(rows[0]!.outIn).toBeUndefined()
    expect(rows.slice(1).map(row => row.outIn)).toEqual(
      rows
        .slice(1)
        .map(row => row.outIn)
        .sort((a, b) => b! - a!),
    )
  })
})

/** Returns all rounds of a round robin by the circle method. */
function roundRobin(n: number): Round[] {
  const even = n + (n % 2)
  const seat = (i: number, turn: number): number => (i === 0 ? 0 : 1 + ((i - 1 + turn) % (even - 1)))
  return Array.from({ length: even - 1 }, (_, turn) => {
    const pairs = Array.from({ length: even / 2 }, (_each, i) => [seat(i, turn), seat(even - 1 - i, turn)])
    const isBye = (pair: number[]): boolean => pair.includes(n)
    return {
      groups: pairs.filter(pair => !isBye(pair)).map(pair => ({ machineId: 'm1', entrantIds: pair.map(i => `p${i}`) })),
      byes: pairs.filter(isBye).flatMap(pair => pair.filter(i => i < n).map(i => `p${i}`)),
    }
  })
}

describe('a draw that is balanced over earlier nights', () => {
  const players = ['ada', 'ben', 'cy', 'dot']
  const machineIds = ['afm', 'mm']
  /** Ada has met Ben on the first machine on three nights, and so have the others on the second. */
  const earlierNights: Round[] = Array.from({ length: 3 }, () => ({
    groups: [
      { machineId: 'afm', entrantIds: ['ada', 'ben'] },
      { machineId: 'mm', entrantIds: ['cy', 'dot'] },
    ],
    byes: [],
  }))
  it.each(['swiss', 'balanced'] as const)('lets nobody meet again whom they have met then (%s)', grouping => {
    for (let seed = 0; seed < 20; seed++) {
      const round = drawRound(groupsOfSize(grouping, 2), { players, rounds: [], earlierNights, machineIds, seed: String(seed) })
      for (const { entrantIds } of round.groups)
        expect([
          ['ada', 'ben'],
          ['cy', 'dot'],
        ]).not.toContainEqual([...entrantIds].sort())
    }
  })
  it('gives the bye to somebody who had none', () => {
    const withBye: Round[] = [{ groups: [{ machineId: 'afm', entrantIds: ['ben', 'cy'] }], byes: ['ada'] }]
    for (let seed = 0; seed < 20; seed++) {
      const { byes } = drawRound(groupsOfSize('swiss', 2), {
        ...{ players: ['ben', 'cy', 'ada'], rounds: [], earlierNights: withBye, machineIds, seed: String(seed) },
      })
      expect(byes).not.toEqual(['ada'])
    }
  })
})

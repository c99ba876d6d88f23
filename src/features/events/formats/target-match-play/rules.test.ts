import { describe, expect, it } from 'vitest'
import { nextRound } from '#events/rules/draw/pairing.ts'
import type { Round } from '#events/rules/rounds.ts'
import { formatRules, roundRules } from '../registry.ts'
import { formatServer } from '../server/registry.ts'
import type { TargetMatchPlay } from './rules.ts'

const format: TargetMatchPlay = { kind: 'target-match-play', grouping: 'random', groupSize: 4, target: 14, points: 'ifpa' }
const players = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const round = (...orders: string[]): Round => ({
  byes: [],
  groups: orders.map(order => ({ machineId: 'm', entrantIds: [...order], order: [...order] })),
})
const standings = (rounds: Round[]) => formatRules(format).standings(['m'], players, { rounds })

describe('target match play', () => {
  it('ranks who reached the target first before who has more points, and those who did so together by their points', () => {
    const rounds = [round('abcd', 'efgh'), round('abef', 'cdgh'), round('cdgh', 'ef')]
    // a has 14 after two rounds; c has 3 + 7 + 7 after three, and e has 7 + 3 + 7.
    expect(
      standings(rounds)
        .slice(0, 3)
        .map(({ entrantId, rank, outIn, points }) => [entrantId, rank, outIn, points / 1000]),
    ).toEqual([
      ['a', 1, 2, 14],
      ['c', 2, 3, 17],
      ['e', 2, 3, 17],
    ])
  })

  it('draws nobody who has reached it', () => {
    const rounds = [round('abcd', 'efgh'), round('abef', 'cdgh')]
    const entrants = players.map(id => ({ id }))
    const drawn = nextRound(roundRules(format)!, formatServer(format).drawGroups!(format), entrants, rounds, ['m', 'n'], 'seed')
    expect(drawn!.groups.flatMap(({ entrantIds }) => entrantIds).sort()).toEqual(players.slice(1))
  })

  it('counts for IFPA the games that those who reached it have played on average', () => {
    const rounds = [round('abcd', 'efgh'), round('abef', 'cdgh'), round('cdgh', 'ef')]
    const { countGames } = formatRules(format)
    const event = { machineIds: ['m'], hours: 0, standings: standings(rounds) }
    // Twice two for a; three times two for c; five for e, whose last group had two players.
    expect(countGames!(event, { rounds }).games).toBe(5)
    expect(countGames!({ ...event, standings: standings([]) }, { rounds: [] }).games).toBe(0)
  })
})

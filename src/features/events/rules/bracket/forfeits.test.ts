import { describe, expect, it } from 'vitest'
import { doubleElimination, singleElimination } from '#events/formats/bracket/plan.ts'
import { groupBracket } from '#events/formats/group-plan.ts'
import { ladder } from '#events/formats/ladder/plan.ts'
import { seededRandom, shuffled } from '../draw/seeded-random.ts'
import { firstToWin, oneGame } from './follow-group.ts'
import type { BracketPlan } from './plan.ts'
import { type BracketField, type ResolvedBracket, resolveBracket } from './resolve-bracket.ts'
import { settleBracket } from './settle-bracket.ts'
import { fieldOf, type Results, seedOf } from './testing/play-bracket.ts'

const betterSeed = (players: readonly string[]): string[] => players.toSorted((a, b) => seedOf(a) - seedOf(b))

interface Evening {
  plan: BracketPlan
  field: BracketField
  bestOf: number
}

const resolve = ({ plan, field, bestOf }: Evening, results: Results, gone: readonly string[] = []): ResolvedBracket =>
  resolveBracket(plan, field, results, bestOf === 1 ? oneGame : firstToWin(bestOf), gone)

/** Plays one round of what is up. @returns false: nothing was */
function playOnce(evening: Evening, results: Results, gone: readonly string[], decide: (players: readonly string[]) => string[]): boolean {
  const open = resolve(evening, results, gone).games.filter(({ state }) => state === 'playing')
  for (const { id, players } of open) {
    const own = (results.get(id) ?? []).filter(({ entrantIds }) => players.every(player => entrantIds.includes(player)))
    const game = own.length === 0 ? {} : { game: own.length + 1 }
    results.set(id, [...own, { machineId: '', entrantIds: [...players], order: decide(players), ...game }])
  }
  return open.length > 0
}

/** Returns where everybody's way ended. */
const endsOf = ({ ended }: ResolvedBracket): unknown[] => [...ended].map(([id, { level, place }]) => [id, level, place]).sort()

const pairs: [name: string, plan: (players: number) => BracketPlan][] = [
  ['single elimination', players => singleElimination(players, false)],
  ['with a third place', players => singleElimination(players, true)],
  ['double elimination', doubleElimination],
  ['ladder of pairs', players => ladder(players, 2)],
]

describe.each(pairs)('who leaves a bracket: %s', (_, plan) => {
  it('loses what is not played yet, as if each of these games had been entered so, for any number of players', () => {
    for (let players = 2; players <= 40; players++)
      for (const bestOf of [1, 3]) {
        const random = seededRandom(`leave ${players} ${bestOf}`)
        const field = Array.from({ length: plan(players).flatMap(({ seats }) => seats.filter(seat => 'seed' in seat)).length }, (_, i) =>
          i < players ? `p${i + 1}` : null,
        )
        const evening = { plan: plan(players), field, bestOf }
        const gone = shuffled(fieldOf(players), random).slice(0, Math.floor(random() * (players - 1)) + 1)
        const begun: Results = new Map()
        // Everybody plays for a while before they leave.
        for (let i = Math.floor(random() * 4); i > 0; i--) playOnce(evening, begun, [], group => shuffled(group, random))
        const [forfeited, entered]: [Results, Results] = [new Map(begun), new Map(begun)]
        while (playOnce(evening, forfeited, gone, betterSeed));
        const presentFirst = (group: readonly string[]): string[] => {
          const present = group.filter(player => !gone.includes(player))
          return [...(present.length === group.length ? betterSeed(group) : present), ...group.filter(player => gone.includes(player))]
        }
        while (playOnce(evening, entered, [], presentFirst));
        const end = resolve(evening, forfeited, gone)
        expect(end.isDecided).toBe(true)
        expect(endsOf(end)).toEqual(endsOf(resolve(evening, entered)))
      }
  })
})

describe('who leaves a bracket of groups', () => {
  it('comes last in the groups that have not begun, and the others play on', () => {
    const evening = { plan: groupBracket(8), field: fieldOf(8), bestOf: 1 }
    const results: Results = new Map()
    const before = resolve(evening, results, ['p8'])
    expect(before.games.filter(({ state }) => state === 'playing').map(({ players }) => players)).toEqual([
      ['p1', 'p4', 'p5'],
      ['p2', 'p3', 'p6', 'p7'],
    ])
    while (playOnce(evening, results, ['p8'], betterSeed));
    const end = resolve(evening, results, ['p8'])
    expect([end.isDecided, end.ended.get('p8')]).toMatchObject([true, { place: 4, round: 1 }])
    // With two left of a group both go on without a game.
    const two = resolve(evening, new Map(), ['p8', 'p5'])
    expect(two.games[0]).toMatchObject({ state: 'forfeit', progress: { outcome: { order: ['p1', 'p4', 'p5', 'p8'] } } })
    // A group that has begun stays together; its director enters who came last.
    const begun: Results = new Map([['g1-1', [{ machineId: '', entrantIds: ['p1', 'p4', 'p5', 'p8'], order: ['p8', 'p1', 'p4', 'p5'] }]]])
    expect(resolve(evening, begun, ['p8']).games[0]).toMatchObject({ state: 'played', players: ['p1', 'p4', 'p5', 'p8'] })
  })

  it('has every place once when all but one leave', () => {
    for (const players of [2, 3, 4, 5, 6, 8, 12, 24]) {
      const evening = { plan: groupBracket(players), field: fieldOf(players), bestOf: 1 }
      const end = resolve(evening, new Map(), fieldOf(players).slice(1))
      expect([players, end.isDecided, end.ended.get('p1')?.place]).toEqual([players, true, 1])
      expect(end.ended.size).toBe(players)
    }
  })
})

it('the group of a game that is forfeited goes, and what was played of a match stays', () => {
  const plan = singleElimination(4, false)
  const field = fieldOf(4)
  const rules = { plan: () => plan, follow: firstToWin(3) }
  const groups = [
    { id: 'a', round: 1, bracketGame: 'w1-1', entrantIds: ['p1', 'p4'], confirmed: [true, false] },
    { id: 'b', round: 1, bracketGame: 'w1-2', entrantIds: ['p2', 'p3'], confirmed: [false, false] },
  ]
  const played = { machineId: '', entrantIds: ['p1', 'p4'], bracketGame: 'w1-1', order: ['p4', 'p1'] }
  const open = { machineId: '', entrantIds: ['p2', 'p3'], bracketGame: 'w1-2' }
  const rounds = [{ groups: [played, { ...played, game: 2, order: undefined } as never, open], byes: [], field }]
  const settled = settleBracket(rules, field, rounds, groups, ['p4', 'p3'])
  expect(settled.removed.map(({ id }) => id)).toEqual(['b'])
  expect(settled.resized).toEqual([{ group: groups[0], games: 1 }])
  expect(settled.added).toEqual([{ bracketGame: 'w2-1', round: 2, entrantIds: ['p1', 'p2'], games: 2 }])
  expect(settled.byes).toEqual(new Map([[1, ['p2']]]))
})

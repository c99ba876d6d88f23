import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatRules } from '#events/formats/registry.ts'
import { seededRandom, shuffled } from '../draw/seeded-random.ts'
import { withLatePlayers } from './bracket-rules.ts'
import { fieldOf, type Results, resolved } from './testing/play-bracket.ts'

const brackets = (['single', 'double'] as const).map(
  elimination => formatRules({ kind: 'bracket', elimination, bestOf: 1, third: elimination === 'single', choice: 'drawn' }).bracket!,
)

describe('late players', () => {
  it('take seats that nobody has, and no game that is up gets other players by it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...brackets),
        fc.integer({ min: 2, max: 33 }),
        fc.nat(60),
        fc.nat(4),
        fc.string(),
        (rules, players, steps, count, seed) => {
          const random = seededRandom(seed)
          const { plan, follow, seats } = rules
          const field = Array.from({ length: seats(players) }, (_, i) => fieldOf(players)[i] ?? null)
          const bracket = { plan: plan(field.length), field, follow }
          const results: Results = new Map()
          for (let step = 0; step < steps; step++) {
            const open = resolved(bracket, results).games.filter(({ state }) => state === 'playing')
            if (open.length === 0) break
            const { id, players: own } = shuffled(open, random)[0]!
            const group = { machineId: '', entrantIds: [...own] }
            // A game is put up first, and finished some time later.
            results.set(id, [results.has(id) ? { ...group, order: shuffled(own, random) } : group])
          }
          const late = Array.from({ length: count }, (_, i) => `late ${i}`)
          const after = withLatePlayers(bracket.plan, field, new Set(results.keys()), late)
          const before = new Map(resolved(bracket, results).games.map(game => [game.id, game]))
          const games = new Map(resolved({ ...bracket, field: after }, results).games.map(game => [game.id, game]))
          for (const id of results.keys()) expect(games.get(id)).toEqual(before.get(id))
          const seated = after.filter(player => player?.startsWith('late'))
          expect(seated).toEqual(late.slice(0, seated.length))
          // Before anything is up, every seat is free.
          if (results.size === 0) expect(seated).toHaveLength(Math.min(count, field.filter(player => player === null).length))
        },
      ),
    )
  })

  it('leave the field as it is if there is no seat', () => {
    const { plan } = brackets[0]!
    const field = fieldOf(4)
    expect(withLatePlayers(plan(4), field, new Set(), ['late'])).toBe(field)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt } from './attempt.ts'
import { isValid } from './attempts.ts'
import { countingCards, dealCards, gamesLeftOnCards, nextOnCard } from './cards.ts'
import { attemptLists, MACHINES, windowLists } from './testing/arbitraries.ts'

const attempt = (id: string, machineId: string, more: Partial<Attempt> = {}): Attempt => ({
  ...{ id, entrantId: 'ann', machineId, value: 1, at: Number(id.slice(1)) },
  ...more,
})
const idsOf = (cards: readonly ReadonlyMap<string, Attempt>[]): string[][] => cards.map(card => [...card.values()].map(({ id }) => id))
const three = { games: 3 }

describe('cards', () => {
  it('are filled one after the other; a machine that is on the last card already begins the next one', () => {
    const played = [attempt('a1', 'm1'), attempt('a2', 'm2'), attempt('a3', 'm3'), attempt('a4', 'm1'), attempt('a5', 'm1')]
    expect(idsOf(dealCards(three, played, []))).toEqual([['a1', 'a2', 'a3'], ['a4'], ['a5']])
  })

  it('keep their other games when one is voided, and the game that is played again takes its place', () => {
    const played = [attempt('a1', 'm1'), attempt('a2', 'm2', { voided: true }), attempt('a3', 'm3'), attempt('a4', 'm1')]
    expect(idsOf(dealCards(three, played, []))).toEqual([['a1', 'a2', 'a3'], ['a4']])
    expect(countingCards(three, played, []).map(card => card.map(({ id }) => id))).toEqual([['a1', 'a3'], ['a4']])
    expect(nextOnCard(three, played, [], 'm2')).toEqual({ card: 1, game: 3 })
    const again = [...played, attempt('a5', 'm2')]
    expect(idsOf(dealCards(three, again, []))).toEqual([['a1', 'a5', 'a3'], ['a4']])
    // The void undone, both count again, each on a card of its own.
    const undone = again.map(each => ({ ...each, voided: false }))
    expect(idsOf(dealCards(three, undone, []))).toEqual([
      ['a1', 'a2', 'a3'],
      ['a4', 'a5'],
    ])
  })

  it('give no second try for a score that a moderator rejected', () => {
    const played = [attempt('a1', 'm1', { rejected: true }), attempt('a2', 'm2')]
    expect(nextOnCard(three, played, [], 'm1')).toEqual({ card: 2, game: 1 })
    expect(gamesLeftOnCards({ games: 3, most: 1 }, played, [], 'm1')).toBe(0)
    expect(gamesLeftOnCards({ games: 3, most: 1 }, played, [], 'm3')).toBe(1)
  })

  it('say how many games are left on a machine', () => {
    const limits = { games: 2, most: 3 }
    expect(gamesLeftOnCards(three, [], [], 'm1')).toBeNull()
    expect(gamesLeftOnCards(limits, [], [], 'm1')).toBe(3)
    expect(gamesLeftOnCards(limits, [attempt('a1', 'm1')], [], 'm1')).toBe(2)
    expect(gamesLeftOnCards(limits, [attempt('a1', 'm1')], [], 'm2')).toBe(3)
    const full = [attempt('a1', 'm1'), attempt('a2', 'm2'), attempt('a3', 'm1'), attempt('a4', 'm1'), attempt('a5', 'm2', { voided: true })]
    expect(gamesLeftOnCards(limits, full, [], 'm1')).toBe(0)
    expect(gamesLeftOnCards(limits, full, [], 'm2')).toBe(1)
  })

  it('hold each attempt at most once, no machine twice, and no more games than a card has', () => {
    fc.assert(
      fc.property(
        attemptLists,
        windowLists,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        (all, windows, games, most) => {
          const own = all.filter(({ entrantId }) => entrantId === 'e1')
          const cards = countingCards({ games, most }, own, windows)
          const ids = cards.flat().map(({ id }) => id)
          expect(new Set(ids).size).toBe(ids.length)
          expect(cards.length).toBeLessThanOrEqual(most)
          for (const card of cards) {
            expect(card.length).toBeLessThanOrEqual(games)
            expect(new Set(card.map(({ machineId }) => machineId)).size).toBe(card.length)
            for (const each of card) expect(isValid(each, windows)).toBe(true)
          }
          for (const machineId of MACHINES) {
            const before = gamesLeftOnCards({ games, most }, own, windows, machineId)!
            const later = own.map(each => ({ ...each, at: Math.min(each.at, 50) }))
            const after = gamesLeftOnCards({ games, most }, [...later, attempt('z99', machineId, { entrantId: 'e1' })], windows, machineId)!
            // A game uses one of those that are left.
            expect(after).toBe(Math.max(0, before - 1))
          }
        },
      ),
    )
  })
})

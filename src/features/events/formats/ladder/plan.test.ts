import { describe, expect, it } from 'vitest'
import { oneGame } from '#events/rules/bracket/follow-group.ts'
import { type BracketOfTest, fieldOf, playAll, ranks, resolved, seedOf } from '#events/rules/bracket/testing/play-bracket.ts'
import { ladder } from './plan.ts'

const ladderOf = (players: number, groupSize: number): BracketOfTest => ({
  plan: ladder(players, groupSize),
  field: fieldOf(players),
  follow: oneGame,
})
const betterSeed = (players: readonly string[]): string[] => players.toSorted((a, b) => seedOf(a) - seedOf(b))

describe('a ladder', () => {
  it('begins with the lowest seeds, and the next one joins those who did not come last', () => {
    const bracket = ladderOf(6, 4)
    const results = new Map()
    expect(resolved(bracket, results).games[0]?.players).toEqual(['p3', 'p4', 'p5', 'p6'])
    results.set('s1', [{ machineId: '', entrantIds: ['p3', 'p4', 'p5', 'p6'], order: ['p6', 'p5', 'p3', 'p4'] }])
    expect(resolved(bracket, results).games[1]?.players).toEqual(['p2', 'p6', 'p5', 'p3'])
    expect(resolved(bracket, results).games[2]?.state).toBe('waiting')
  })

  it('takes out one in each game, gives every place once, and ends with the game that the best seed joins', () => {
    for (const size of [2, 3, 4])
      for (let players = 2; players <= 40; players++) {
        const bracket = ladderOf(players, size)
        const end = resolved(bracket, playAll(bracket, new Map(), betterSeed))
        expect(end.isDecided).toBe(true)
        expect(ranks(end)).toEqual(fieldOf(players).map((player, i) => [i + 1, player]))
        const upsets = resolved(
          bracket,
          playAll(bracket, new Map(), group => betterSeed(group).reverse()),
        )
        expect(ranks(upsets)[0]![1]).toBe(`p${players}`)
      }
  })
})

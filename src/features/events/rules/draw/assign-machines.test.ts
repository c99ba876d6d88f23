import { describe, expect, it } from 'vitest'
import type { Round } from '../rounds.ts'
import { drawMachines } from './assign-machines.ts'
import { OpponentHistory } from './opponent-history.ts'
import { seededRandom } from './seeded-random.ts'

const none = new OpponentHistory([])
const played = (...games: [machineId: string, ...entrantIds: string[]][]): OpponentHistory =>
  new OpponentHistory(games.map(([machineId, ...entrantIds]): Round => ({ groups: [{ machineId, entrantIds }], byes: [] })))
const pairs = [
  ['a', 'b'],
  ['c', 'd'],
  ['e', 'f'],
]

describe('a draw of machines', () => {
  it('gives no machine to two groups of a round, and is the same for the same seed', () => {
    const drawn = drawMachines(pairs, ['m1', 'm2', 'm3'], none, seededRandom('a'))
    expect([...drawn].sort()).toEqual(['m1', 'm2', 'm3'])
    expect(drawMachines(pairs, ['m1', 'm2', 'm3'], none, seededRandom('a'))).toEqual(drawn)
    const draws = Array.from({ length: 20 }, (_, i) => drawMachines(pairs, ['m1', 'm2', 'm3'], none, seededRandom(`${i}`)).join())
    expect(new Set(draws).size).toBeGreaterThan(3)
  })

  it('uses machines evenly if there are fewer machines than groups', () => {
    const history = played(['m1', 'a', 'c', 'e'], ['m2', 'a', 'c', 'e'])
    for (const seed of ['a', 'b', 'c', 'd', 'e']) {
      const drawn = drawMachines([...pairs, ['g', 'h']], ['m1', 'm2', 'm3'], history, seededRandom(seed))
      expect(new Set(drawn).size).toBe(3)
    }
    expect(drawMachines(pairs, ['m1'], none, seededRandom('a'))).toEqual(['m1', 'm1', 'm1'])
  })

  it('repeats machines for as few players as possible, then those played least', () => {
    const history = played(['m1', 'a', 'b'], ['m2', 'a', 'b'], ['m1', 'c', 'd'], ['m3', 'e', 'f'])
    for (const seed of ['a', 'b', 'c'])
      expect(drawMachines(pairs, ['m1', 'm2', 'm3'], history, seededRandom(seed))).toEqual(['m3', 'm2', 'm1'])
    const repeatedHistory = played(['m1', 'a', 'b'], ['m1', 'a', 'b'], ['m2', 'a', 'b'])
    expect(drawMachines([['a', 'b']], ['m1', 'm2'], repeatedHistory, seededRandom('a'))).toEqual(['m2'])
  })
})

import { describe, expect, it } from 'vitest'
import { roundStandings } from '#events/rules/standings/round-standings.ts'
import { roundsOf } from '#events/rules/testing/by-format.ts'
import type { Strikes } from './rules.ts'

const rules = (strikes: Strikes['strikes']) => roundsOf({ kind: 'strikes', groupSize: 4, strikesToLeave: 4, strikes })
/** Which places of a group of this size may be shared with the next one. */
const shared = (kind: Strikes['strikes'], size: number): number[] =>
  Array.from({ length: size - 1 }, (_, i) => i + 1).filter(place => rules(kind).mayShare(size, place))

describe('players of a knockout', () => {
  it('share places that take as many strikes, and no others', () => {
    expect([4, 3, 2].map(size => shared('fair', size))).toEqual([[2], [], []])
    expect([4, 3, 2].map(size => shared('standard', size))).toEqual([[1, 3], [2], []])
    expect([4, 3, 2].map(size => shared('progressive', size))).toEqual([[], [], []])
  })

  it('who share a place take the strikes of that place and stay tied', () => {
    const group = { machineId: 'm', entrantIds: [...'abcd'], order: [...'abcd'], places: [1, 2, 2, 4] }
    const rows = roundStandings(rules('fair'), [...'abcd'], [{ groups: [group], byes: [] }])
    expect(rows.map(({ entrantId, rank, strikes }) => [entrantId, rank, strikes])).toEqual([
      ['a', 1, 0],
      ['b', 2, 1],
      ['c', 2, 1],
      ['d', 4, 2],
    ])
  })
})

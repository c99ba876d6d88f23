import { describe, expect, it } from 'vitest'
import { matchPlays } from './match-plays.ts'

describe('whose the plays of a reported game are', () => {
  it('is told by the numbers of the players, whatever the order of the report', () => {
    const plays = [
      { score: 30, player: 3 },
      { score: 10, player: 1 },
      { score: 20, player: 2 },
    ]
    expect(matchPlays(plays, ['ann', 'ben', 'cay'])?.map(({ entrantId, play }) => [entrantId, play.score])).toEqual([
      ['ann', 10],
      ['ben', 20],
      ['cay', 30],
    ])
  })

  it('is told without a number where there is one player', () => {
    expect(matchPlays([{ score: 30 }], ['ann'])).toEqual([{ entrantId: 'ann', play: { score: 30 } }])
  })

  it('is not known where a number is missing', () => {
    expect(matchPlays([{ score: 30, player: 2 }, { score: 10 }], ['ann', 'ben'])).toBeNull()
    expect(
      matchPlays(
        [
          { score: 30, player: 3 },
          { score: 10, player: 1 },
        ],
        ['ann', 'ben'],
      ),
    ).toBeNull()
  })

  it('is not known where the group has more or fewer players', () => {
    expect(matchPlays([{ score: 1, player: 1 }], ['ann', 'ben'])).toBeNull()
    expect(
      matchPlays(
        [
          { score: 1, player: 1 },
          { score: 2, player: 2 },
        ],
        ['ann'],
      ),
    ).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { playersOfLiveGame } from './live-players.ts'

const drawn = (
  entrantIds: string[],
  { machineId = 'mars', state = 'playing', ...more }: { machineId?: string; state?: string; scores?: number[] } = {},
) => ({
  ...{ machineId, entrantIds, state },
  ...more,
})
const live = (...scores: number[]) => ({ machineId: 'mars', scores })

describe('the players of a live game', () => {
  it('are those of the only open game on its machine, if as many play', () => {
    const games = [drawn(['a', 'b']), drawn(['c', 'd'], { machineId: 'madness' }), drawn(['e', 'f'], { state: 'confirmed' })]
    expect(playersOfLiveGame(live(10, 20), games)).toEqual(['a', 'b'])
    expect(playersOfLiveGame(live(10), games)).toBeNull()
    expect(playersOfLiveGame(live(10, 20, 30), games)).toBeNull()
    expect(playersOfLiveGame(live(10, 20), [...games, drawn(['g', 'h'])])).toBeNull()
    expect(playersOfLiveGame(live(10, 20), [])).toBeNull()
  })

  it('stay the same when their result is entered with these scores, and are nobody in the next game of others', () => {
    const games = [drawn(['a', 'b'], { state: 'confirmed', scores: [20, 10] })]
    expect(playersOfLiveGame(live(10, 20), games)).toEqual(['a', 'b'])
    expect(playersOfLiveGame(live(10, 30), games)).toBeNull()
    expect(playersOfLiveGame(live(0, 0), games)).toBeNull()
  })
})

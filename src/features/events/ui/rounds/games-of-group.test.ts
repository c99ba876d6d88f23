import { describe, expect, it } from 'vitest'
import type { EventGroupDoc } from '#events/contract/documents.ts'
import { currentGame, currentGames, gameArgument, gameKey, gamesOfGroup, gameTitle, groupNumber } from './games-of-group.ts'

type Group = EventGroupDoc & { _id: string }
const one: Group = { _id: 'g1', eventId: 'e', round: 1, number: 1, machineId: 'afm', entrantIds: ['ada', 'ben'], state: 'playing' }
const several: Group = {
  ...one,
  _id: 'g2',
  number: 2,
  entrantIds: ['chloe', 'dev'],
  machineId: 'mm',
  games: [
    { machineId: 'tz', result: ['dev', 'chloe'], state: 'confirmed' },
    { machineId: 'mm', result: ['chloe', 'dev'], enteredBy: ['dev'], state: 'entered' },
    { machineId: 'afm', state: 'playing' },
  ],
}

describe('a group', () => {
  it('with one game is that game', () => {
    const [game, ...others] = gamesOfGroup(one)
    expect(others).toEqual([])
    expect(game).toEqual({ ...one, groupId: 'g1', game: 1, gameCount: 1 })
    expect([gameArgument(game!), gameKey('g1'), groupNumber(game!), gameTitle(game!)]).toEqual([{ groupId: 'g1' }, 'g1', '1', 'Group 1'])
  })

  it('with several games has the result and the state of each', () => {
    const games = gamesOfGroup(several)
    expect(games.map(({ _id, game, machineId, state, result }) => [_id, game, machineId, state, result])).toEqual([
      ['g2', 1, 'tz', 'confirmed', ['dev', 'chloe']],
      ['g2/2', 2, 'mm', 'entered', ['chloe', 'dev']],
      ['g2/3', 3, 'afm', 'playing', undefined],
    ])
    expect(games.map(gameArgument)).toEqual([{ groupId: 'g2' }, { groupId: 'g2', game: 2 }, { groupId: 'g2', game: 3 }])
    expect(games.map(({ _id, groupId, game }) => gameKey(groupId, game) === _id)).toEqual([true, true, true])
    expect([groupNumber(games[1]!), gameTitle(games[1]!)]).toEqual(['2, game 2', 'Group 2 · Game 2 of 3'])
  })

  it('plays its first game that is not confirmed, and shows its last one when all are', () => {
    const games = [one, several].flatMap(gamesOfGroup)
    expect(currentGames(games).map(({ _id }) => _id)).toEqual(['g1', 'g2/2'])
    expect(currentGame(games, 'dev')?._id).toBe('g2/2')
    expect(currentGame(games, 'eve')).toBeUndefined()
    const done = games.map(game => ({ ...game, state: 'confirmed' as const }))
    expect(currentGames(done).map(({ _id }) => _id)).toEqual(['g1', 'g2/3'])
  })
})

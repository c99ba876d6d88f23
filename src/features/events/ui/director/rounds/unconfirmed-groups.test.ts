import { expect, it } from 'vitest'
import type { EventGroupDoc } from '#events/contract/documents.ts'
import type { PlayedRound } from '#events/ui/rounds/use-rounds.ts'
import { findUnconfirmedGroups } from './unconfirmed-groups.ts'

const round = (number: number, ...states: EventGroupDoc['state'][]): PlayedRound => ({
  _id: `r${number}`,
  eventId: 'e',
  number,
  drawnAt: new Date(0),
  seed: '0',
  byes: [],
  groups: states.map((state, i) => ({
    _id: `${number}.${i + 1}`,
    groupId: `${number}.${i + 1}`,
    game: 1,
    gameCount: 1,
    eventId: 'e',
    round: number,
    number: i + 1,
    machineId: 'afm',
    entrantIds: ['ada', 'ben'],
    state,
  })),
})

it('lists groups that are still played and those whose result is not confirmed, of every round, the first round first', () => {
  const rounds = [round(2, 'playing', 'confirmed', 'entered'), round(1, 'confirmed', 'playing')]
  expect(findUnconfirmedGroups(rounds).map(({ _id }) => _id)).toEqual(['1.2', '2.1', '2.3'])
  expect(findUnconfirmedGroups([round(1, 'confirmed')])).toEqual([])
})

import { expect, it } from 'vitest'
import { type EnteredPerson, peopleOfEvent } from './person-key.ts'

const guest = (id: string, displayName: string, more: Partial<EnteredPerson> = {}): EnteredPerson => ({
  id,
  userId: null,
  personId: null,
  displayName,
  ...more,
})

it('knows people by their account, by the group’s list, or by their name', () => {
  const people = peopleOfEvent([
    guest('1', 'Ada', { userId: 'ada', personId: 'listed' }),
    guest('2', 'Ben', { personId: 'ben' }),
    guest('3', ' CY '),
    guest('4', 'Ben'),
  ])
  expect([...people.values()]).toEqual(['user ada', 'person ben', 'guest cy', 'guest ben'])
})

it('takes two guests of one name for different people, whatever their capitals', () => {
  const people = peopleOfEvent([guest('1', 'Ben'), guest('2', 'BEN'), guest('3', 'Cy')])
  expect([...people.values()]).toEqual(['entrant 1', 'entrant 2', 'guest cy'])
})

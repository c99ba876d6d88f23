import { expect, it } from 'vitest'
import type { EventGroupDoc, Presence } from '../../contract/documents.ts'
import type { MatchPlay } from '../../formats/match-play/rules.ts'
import type { Strikes } from '../../formats/strikes/rules.ts'
import { roundsOf } from '../../rules/testing/by-format.ts'
import type { PlayedRound } from '../rounds/use-rounds.ts'
import type { Entrant } from '../use-event.ts'
import { drawState } from './draw-readiness.ts'

const match: MatchPlay = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 2, points: 'ifpa' }
const strikes: Strikes = { kind: 'strikes', groupSize: 2, strikesToLeave: 1, strikes: 'standard' }

const entrant = (id: string, presence: Presence = 'here'): Entrant => ({ _id: id, eventId: 'e', displayName: id, presence })
const round = (number: number, ...groups: [string, string, EventGroupDoc['state']][]): PlayedRound => ({
  _id: `r${number}`,
  eventId: 'e',
  number,
  drawnAt: new Date(0),
  byes: [],
  groups: groups.map(([first, second, state], i) => ({
    _id: `g${number}${i}`,
    eventId: 'e',
    round: number,
    number: i + 1,
    machineId: 'afm',
    entrantIds: [second, first],
    state,
    ...(state === 'playing' ? {} : { result: [first, second] }),
  })),
})
const four = ['ada', 'ben', 'chloe', 'dev'].map(id => entrant(id))
const names = (entrants: readonly Entrant[]): string[] => entrants.map(({ _id }) => _id)

it('draws who is checked in, and says of the others why not', () => {
  const entrants = [...four, entrant('eli', 'expected'), entrant('fay', 'paused')]
  const state = drawState({ state: 'live' }, roundsOf(match), entrants, [], 3)
  expect(state).toMatchObject({ number: 1, missing: [] })
  expect(names(state.playing)).toEqual(['ada', 'ben', 'chloe', 'dev'])
  expect(state.without.map(({ entrant: { _id }, why }) => [_id, why])).toEqual([
    ['eli', 'expected'],
    ['fay', 'paused'],
  ])
})

it('waits for every result of the last round', () => {
  const waiting = [round(1, ['ada', 'ben', 'playing'], ['chloe', 'dev', 'entered'])]
  expect(drawState({ state: 'live' }, roundsOf(match), four, waiting, 3)).toMatchObject({
    number: 2,
    missing: ['One result of round 1 is not there yet.', 'One result waits for you to confirm.'],
  })
  const confirmed = [round(1, ['ada', 'ben', 'confirmed'], ['chloe', 'dev', 'confirmed'])]
  expect(drawState({ state: 'live' }, roundsOf(match), four, confirmed, 3)).toMatchObject({ number: 2, missing: [] })
})

it('says when all rounds are drawn, when it has not begun, when it is over, and when nobody is there', () => {
  const all = [round(2, ['ada', 'ben', 'confirmed']), round(1, ['ada', 'ben', 'confirmed'])]
  expect(drawState({ state: 'live' }, roundsOf(match), four, all, 3).missing).toEqual(['All 2 rounds are drawn and played.'])
  expect(drawState({ state: 'upcoming' }, roundsOf(match), four, [], 3).missing).toEqual(['Rounds are drawn once the event has begun.'])
  expect(drawState({ state: 'finished' }, roundsOf(match), four, all, 3).missing).toEqual(['The event is over.'])
  expect(drawState({ state: 'live' }, roundsOf(match), [entrant('ada'), entrant('ben', 'expected')], [], 3).missing).toEqual([
    'At least two players must be checked in.',
  ])
  expect(drawState({ state: 'live' }, roundsOf(match), four, [], 0).missing).toEqual(['All machines are out of order.'])
})

it('leaves out who has too many strikes, but only by results that are confirmed', () => {
  const entered = drawState(
    { state: 'live' },
    roundsOf(strikes),
    four,
    [round(1, ['ada', 'ben', 'confirmed'], ['chloe', 'dev', 'entered'])],
    3,
  )
  expect(names(entered.playing)).toEqual(['ada', 'chloe', 'dev'])
  expect(entered.without.map(({ entrant: { _id }, why }) => [_id, why])).toEqual([['ben', 'out']])
  const second = round(2, ['ada', 'chloe', 'confirmed'])
  const first = round(1, ['ada', 'ben', 'confirmed'], ['chloe', 'dev', 'confirmed'])
  const decided = drawState({ state: 'live' }, roundsOf(strikes), four, [second, first], 3)
  expect(names(decided.playing)).toEqual(['ada'])
  expect(decided.missing).toEqual(['It is decided: nobody is left to play against.'])
})

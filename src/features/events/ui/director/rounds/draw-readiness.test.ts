import { expect, it } from 'vitest'
import type { EventGroupDoc } from '#events/contract/documents.ts'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import type { Strikes } from '#events/formats/strikes/rules.ts'
import type { Presence } from '#events/rules/presence.ts'
import { roundsOf } from '#events/rules/testing/by-format.ts'
import type { PlayedRound } from '#events/ui/rounds/use-rounds.ts'
import type { Entrant } from '#events/ui/use-event.ts'
import { getDrawReadiness } from './draw-readiness.ts'

const match: MatchPlay = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 2, points: 'ifpa' }
const strikes: Strikes = { kind: 'strikes', groupSize: 2, strikesToLeave: 1, strikes: 'standard' }

const entrant = (id: string, presence: Presence = 'here'): Entrant => ({ _id: id, eventId: 'e', displayName: id, presence })
const round = (number: number, ...groups: [string, string, EventGroupDoc['state']][]): PlayedRound => ({
  _id: `r${number}`,
  eventId: 'e',
  number,
  drawnAt: new Date(0),
  seed: '0',
  byes: [],
  groups: groups.map(([first, second, state], i) => ({
    _id: `g${number}${i}`,
    groupId: `g${number}${i}`,
    game: 1,
    gameCount: 1,
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

it('includes entrants who are checked in, and gives the reason for each of the others', () => {
  const entrants = [...four, entrant('eli', 'expected'), entrant('fay', 'paused')]
  const state = getDrawReadiness({ state: 'live' }, roundsOf(match), entrants, [], 3)
  expect(state).toMatchObject({ number: 1, obstacles: [] })
  expect(names(state.playing)).toEqual(['ada', 'ben', 'chloe', 'dev'])
  expect(state.notDrawn.map(({ entrant: { _id }, reason }) => [_id, reason])).toEqual([
    ['eli', 'expected'],
    ['fay', 'paused'],
  ])
})

it('requires every result of the last round', () => {
  const waiting = [round(1, ['ada', 'ben', 'playing'], ['chloe', 'dev', 'entered'])]
  expect(getDrawReadiness({ state: 'live' }, roundsOf(match), four, waiting, 3)).toMatchObject({
    number: 2,
    stillPlaying: '1 of 2 groups still playing.',
    obstacles: ['Group 2 needs your decision.'],
    mayDrawAnyway: true,
  })
  const confirmed = [round(1, ['ada', 'ben', 'confirmed'], ['chloe', 'dev', 'confirmed'])]
  expect(getDrawReadiness({ state: 'live' }, roundsOf(match), four, confirmed, 3)).toMatchObject({
    number: 2,
    stillPlaying: null,
    obstacles: [],
  })
})

it('requires every result of earlier rounds, whether their groups are loaded or not', () => {
  const latest = round(2, ['ada', 'chloe', 'confirmed'])
  const unloaded = [latest, { ...round(1), open: 1 }]
  const loaded = [latest, round(1, ['ada', 'ben', 'playing'], ['chloe', 'dev', 'confirmed'])]
  for (const rounds of [unloaded, loaded])
    expect(getDrawReadiness({ state: 'live' }, roundsOf({ ...match, rounds: 4 }), four, rounds, 3).obstacles).toEqual([
      'Results missing in round 1: 1.',
    ])
  expect(getDrawReadiness({ state: 'live' }, roundsOf(match), four, unloaded, 3)).toMatchObject({ allPlayed: false })
})

it('names the obstacle if all rounds are drawn, the event is over, or too few players are checked in', () => {
  const all = [round(2, ['ada', 'ben', 'confirmed']), round(1, ['ada', 'ben', 'confirmed'])]
  expect(getDrawReadiness({ state: 'live' }, roundsOf(match), four, all, 3).obstacles).toEqual(['All 2 rounds have been played.'])
  expect(getDrawReadiness({ state: 'live' }, roundsOf(match), four, all, 3).allPlayed).toBe(true)
  expect(getDrawReadiness({ state: 'upcoming' }, roundsOf(match), four, [], 3)).toMatchObject({ allPlayed: false, obstacles: [] })
  expect(getDrawReadiness({ state: 'finished' }, roundsOf(match), four, all, 3).obstacles).toEqual(['The event has ended.'])
  expect(getDrawReadiness({ state: 'live' }, roundsOf(match), [entrant('ada'), entrant('ben', 'expected')], [], 3).obstacles).toEqual([
    'Check in at least two players.',
  ])
  expect(getDrawReadiness({ state: 'live' }, roundsOf(match), four, [], 0).obstacles).toEqual(['All machines are out of order.'])
})

it('leaves out players with too many strikes, counting only confirmed results', () => {
  const entered = getDrawReadiness(
    { state: 'live' },
    roundsOf(strikes),
    four,
    [round(1, ['ada', 'ben', 'confirmed'], ['chloe', 'dev', 'entered'])],
    3,
  )
  expect(names(entered.playing)).toEqual(['ada', 'chloe', 'dev'])
  expect(entered.notDrawn.map(({ entrant: { _id }, reason }) => [_id, reason])).toEqual([['ben', 'out']])
  const second = round(2, ['ada', 'chloe', 'confirmed'])
  const first = round(1, ['ada', 'ben', 'confirmed'], ['chloe', 'dev', 'confirmed'])
  const decided = getDrawReadiness({ state: 'live' }, roundsOf(strikes), four, [second, first], 3)
  expect(names(decided.playing)).toEqual(['ada'])
  expect(decided).toMatchObject({ allPlayed: true, obstacles: ['We have a winner: ada'] })
})

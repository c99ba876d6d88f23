import { expect, it } from 'vitest'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import type { Strikes } from '#events/formats/strikes/rules.ts'
import { listStandingChanges } from './result-changes.ts'
import type { PlayedRound } from './use-rounds.ts'

const match: MatchPlay = { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 2, points: 'ifpa' }
const strikes: Strikes = { kind: 'strikes', groupSize: 2, strikesToLeave: 1, strikes: 'standard' }
const four = ['ada', 'ben', 'chloe', 'dev']

const round = (number: number, ...results: string[][]): PlayedRound => ({
  _id: `r${number}`,
  eventId: 'e',
  number,
  drawnAt: new Date(0),
  seed: '0',
  byes: [],
  groups: results.map((result, i) => ({
    _id: `g${number}${i}`,
    groupId: `g${number}${i}`,
    game: 1,
    gameCount: 1,
    eventId: 'e',
    round: number,
    number: i + 1,
    machineId: 'afm',
    entrantIds: [...result].sort(),
    result,
    state: 'confirmed',
  })),
})
const summary = (changes: ReturnType<typeof listStandingChanges>) =>
  changes.map(({ entrantId, before, after }) => [entrantId, before.rank, after.rank, before.points, after.points])

it('lists who moves, and the points, once a result is corrected', () => {
  const rounds = [round(2, ['ada', 'ben', 'chloe', 'dev']), round(1, ['ada', 'chloe', 'ben', 'dev'])]
  expect(summary(listStandingChanges(match, four, rounds, { gameKey: 'g10', order: ['ben', 'chloe', 'ada', 'dev'] }, []))).toEqual([
    ['ben', 2, 1, 8000, 12000],
    ['ada', 1, 2, 14000, 10000],
    // Ben had as many points and the same places.
    ['chloe', 2, 3, 8000, 8000],
  ])
  expect(listStandingChanges(match, four, rounds, { gameKey: 'g10', order: ['ada', 'chloe', 'ben', 'dev'] }, [])).toEqual([])
})

it('counts what the director has added to totals', () => {
  const rounds = [round(1, four)]
  const shown = [{ entrantId: 'ben', rank: 1, adjustments: [{ amount: 1.5, afterRound: 1, reason: 'why' }] }]
  expect(summary(listStandingChanges(match, four, rounds, { gameKey: 'g10', order: ['ben', 'ada', 'chloe', 'dev'] }, shown))).toEqual([
    ['ben', 2, 1, 6500, 8500],
    ['ada', 1, 2, 7000, 5000],
  ])
})

it('counts ties', () => {
  const rounds = [round(1, four)]
  expect(summary(listStandingChanges(match, four, rounds, { gameKey: 'g10', order: four, places: [1, 2, 2, 4] }, []))).toEqual([
    ['ben', 2, 2, 5000, 4000],
    ['chloe', 3, 2, 3000, 4000],
  ])
})

it('says who is out or back in', () => {
  const rounds = [round(1, ['ada', 'ben'], ['chloe', 'dev'])]
  const changes = listStandingChanges(strikes, four, rounds, { gameKey: 'g11', order: ['dev', 'chloe'] }, [])
  expect(changes.map(({ entrantId, before, after }) => [entrantId, before.outIn, after.outIn])).toEqual([
    ['dev', 1, undefined],
    ['chloe', undefined, 1],
  ])
})

it('keeps the places of playoffs that still hold', () => {
  const rounds = [round(1, ['ada', 'ben'], ['chloe', 'dev'])]
  const shown = [
    { entrantId: 'chloe', rank: 1, playoff: true as const },
    { entrantId: 'ada', rank: 2, playoff: true as const },
    { entrantId: 'ben', rank: 3 },
    { entrantId: 'dev', rank: 3 },
  ]
  const two: MatchPlay = { ...match, groupSize: 2 }
  expect(listStandingChanges(two, four, rounds, { gameKey: 'g10', order: ['ada', 'ben'] }, shown)).toEqual([])
  // Another winner was not in the playoff, so the first rank is shared again.
  const changes = listStandingChanges(two, four, rounds, { gameKey: 'g10', order: ['ben', 'ada'] }, shown)
  expect(changes.map(({ entrantId, before, after }) => [entrantId, before.rank, after.rank])).toEqual([
    ['ben', 3, 1],
    ['ada', 2, 3],
  ])
})

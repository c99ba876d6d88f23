import fc from 'fast-check'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { compareStandings } from '../compare-standings.ts'
import { type ImportedEvent, importedEvent } from '../imported-event.ts'
import { importedStandings } from '../played-event.ts'
import { parseTournamentAddress, sortAnswers } from './answers.ts'
import { readEvent } from './read-event.ts'

const TYPES = [
  'group_matchplay',
  'matchplay',
  'knockout',
  'group_knockout',
  'best_game',
  'frenzy',
  'max_matchplay',
  'golf',
  'bracket',
  'unheard_of',
]

/** An event with games as the service answers them, some open, some with ties, with byes and players who never play. */
const answers = fc
  .record({
    type: fc.constantFrom(...TYPES),
    flags: fc.constantFrom({}, { knockoutFair: true }, { knockoutProgressive: true }),
    status: fc.constantFrom('completed', 'started'),
    players: fc.integer({ min: 1, max: 9 }),
    rounds: fc.array(
      fc.array(fc.record({ size: fc.integer({ min: 2, max: 5 }), seed: fc.nat(), isOpen: fc.boolean(), isTied: fc.boolean() }), {
        maxLength: 3,
      }),
      {
        maxLength: 4,
      },
    ),
    adjustment: fc.constantFrom(0, -1, 2),
  })
  .map(({ type, flags, status, players, rounds, adjustment }) => {
    const ids = Array.from({ length: players }, (_, i) => 700 + i)
    const games = rounds.flatMap((groups, round) =>
      groups.map(({ size, seed, isOpen, isTied }, i) => {
        const playerIds = ids
          .map(id => ({ id, key: (id * 31 + seed) % 101 }))
          .sort((a, b) => a.key - b.key)
          .slice(0, size)
          .map(({ id }) => id)
        const points = playerIds.map((_, place) => (isTied && place > 0 ? '0.02' : place === 0 ? '1.00' : '0.01'))
        return {
          gameId: round * 10 + i,
          roundId: 100 + round,
          arenaId: 300 + (seed % 3),
          status: isOpen ? 'started' : 'completed',
          bye: false,
          playerIds,
          resultPositions: isOpen ? playerIds.map(() => null) : playerIds,
          resultPoints: isOpen ? playerIds.map(() => null) : points,
        }
      }),
    )
    return [
      {
        data: {
          ...{ tournamentId: 5, type, status, ...flags, name: 'Night', timezone: 'Europe/Berlin', startUtc: '2026-03-08T02:00:00.000000Z' },
          ...{ knockoutStrikeCount: 3, bestGameScoring: 'bg_papa', pointsMap: [[7], [7, 1], [7, 4, 1], [7, 5, 3, 1]] },
          players: ids.map(playerId => ({
            playerId,
            name: `P${playerId}`,
            tournamentPlayer: { status: 'active', pointsAdjustment: adjustment },
          })),
          arenas: [300, 301].map(arenaId => ({ arenaId, name: `M${arenaId}`, opdbId: null })),
        },
      },
      { data: rounds.map((_, index) => ({ roundId: 100 + index, index })) },
      { data: games },
      ids.map((playerId, i) => ({ playerId, position: i + 1, points: `${10 - i}.00`, strikeCount: 1 })),
    ]
  })

it('every event that is read is one that the call takes and whose standings name everybody once', () => {
  let events = 0
  fc.assert(
    fc.property(answers, given => {
      const event = readEvent(sortAnswers(given)!)
      if ('problem' in event) return
      events++
      expect(v.safeParse(importedEvent, event).issues).toBeUndefined()
      const rows = importedStandings(event)
      expect(rows.map(({ entrantId }) => Number(entrantId)).sort((a, b) => a - b)).toEqual(event.players.map((_, i) => i))
      for (const { place, placeThere, total, totalThere } of compareStandings(event))
        expect(place !== placeThere || total !== totalThere).toBe(true)
    }),
    { seed: 20_261_129, numRuns: 300 },
  )
  expect(events).toBeGreaterThan(200)
})

it('an event of rounds that still runs has room for more of them', () => {
  const given = (status: string): unknown[] => [
    { data: { tournamentId: 5, type: 'matchplay', status, name: 'Night', players: [], arenas: [] } },
    { data: [{ roundId: 1, index: 0 }] },
    {
      data: [
        { gameId: 1, roundId: 1, status: 'completed', playerIds: [71, 72], resultPositions: [71, 72], resultPoints: ['1.00', '0.00'] },
      ],
    },
  ]
  const roundsOf = (status: string): unknown => (readEvent(sortAnswers(given(status))!) as ImportedEvent).format
  expect(roundsOf('completed')).toMatchObject({ rounds: 1 })
  expect(roundsOf('started')).toMatchObject({ rounds: 100 })
})

it('nothing that a file may hold makes reading fail', () => {
  const field = fc.constantFrom(
    'data',
    'tournamentId',
    'type',
    'players',
    'arenas',
    'gameId',
    'roundId',
    'playerIds',
    'resultPoints',
    'position',
    'playerId',
    'status',
  )
  const { tree } = fc.letrec(tie => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.jsonValue(),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(field, tie('tree'), { maxKeys: 6 }),
    ),
  }))
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 4 }), given => {
      const sorted = sortAnswers([{ data: { tournamentId: 1, type: 'matchplay', status: 'completed' } }, ...given])
      const event = sorted === null ? null : readEvent(sorted)
      if (event !== null && !('problem' in event)) expect(v.safeParse(importedEvent, event).success).toBe(true)
    }),
    { seed: 20_261_129, numRuns: 500 },
  )
})

it.each([
  ['https://app.matchplay.events/tournaments/260001', 260_001],
  ['https://app.matchplay.events/tournaments/260001/standings?x=1', 260_001],
  ['https://app.matchplay.events/api/tournaments/260001', 260_001],
  [' 260001 ', 260_001],
  ['https://app.matchplay.events.example/tournaments/260001', null],
  ['http://app.matchplay.events/tournaments/260001', null],
  ['https://app.matchplay.events/series/260001', null],
  ['0', null],
])('%s names the event %s', (address, number) => expect(parseTournamentAddress(address)).toBe(number))

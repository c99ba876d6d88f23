import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { EventFormat } from '#events/formats/registry.ts'
import type { MatchGroup, Round } from '#events/rules/rounds.ts'
import { areDefaultTieBreaks, BYE_OPPONENTS, BYES, TIE_BREAKS, type TieBreak } from '#events/rules/standings-options.ts'
import { type ExportedEvent, recomputeStandings } from '#events/rules/verify-export.ts'
import { plainStandings } from './chaos/plain-standings.ts'

const ENTRANTS = ['e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7']

const matchPlay: fc.Arbitrary<EventFormat> = fc.record({
  kind: fc.constant('match-play' as const),
  grouping: fc.constant('random' as const),
  groupSize: fc.constant(4 as const),
  rounds: fc.constant(9),
  points: fc.constantFrom('ifpa' as const, 'papa' as const, 'pinburgh' as const, 'winner' as const, {
    custom: { 4: [2, 1, 1, 0], 3: [2, 1, 0.25], 2: [2.25, 0] },
  }),
})
const strikes: fc.Arbitrary<EventFormat> = fc.record({
  kind: fc.constant('strikes' as const),
  groupSize: fc.constant(4 as const),
  strikesToLeave: fc.integer({ min: 1, max: 5 }),
  strikes: fc.constantFrom('standard' as const, 'fair' as const, 'progressive' as const),
})

/** A group's result; the last two may be tied. */
const finished = (order: string[], isTied: boolean): MatchGroup => ({
  machineId: 'm1',
  entrantIds: [...order].sort(),
  order,
  ...(isTied ? { places: order.map((_, i) => (i === order.length - 1 ? i : i + 1)) } : {}),
})

const rounds = (ties: boolean): fc.Arbitrary<Round> =>
  fc
    .tuple(
      fc.shuffledSubarray(ENTRANTS, { minLength: ENTRANTS.length - 1 }),
      fc.constantFrom([4, 3], [2, 2, 3], [3, 2, 1], [2, 2, 2, 1], [4, 2]),
      ties ? fc.boolean() : fc.constant(false),
    )
    .map(([ids, sizes, isTied]) => {
      const left = [...ids]
      const parts = sizes.map(size => left.splice(0, size))
      return {
        groups: parts.filter(({ length }) => length > 1).map(order => finished(order, isTied)),
        byes: parts.filter(({ length }) => length === 1).flat(),
      }
    })

const events: fc.Arbitrary<Omit<ExportedEvent, 'standings'>> = fc.oneof({ weight: 3, arbitrary: matchPlay }, strikes).chain(format => {
  const isMatchPlay = format.kind === 'match-play'
  return fc
    .record({
      tieBreaks: fc.shuffledSubarray<TieBreak>(isMatchPlay ? [...TIE_BREAKS] : ['head-to-head', 'wins', 'places']),
      byes: fc.constantFrom(...(isMatchPlay ? BYES : ['full' as const])),
      byeOpponent: fc.constantFrom(...(isMatchPlay ? BYE_OPPONENTS : ['none' as const])),
      rounds: fc.array(rounds(isMatchPlay), { maxLength: 6 }),
      adjustments: fc.array(
        fc.record({
          entrantId: fc.constantFrom(...ENTRANTS),
          amount: fc.integer({ min: -3, max: 3 }).map(amount => (isMatchPlay ? amount * 1000 : amount)),
          afterRound: fc.integer({ min: 0, max: 6 }),
          reason: fc.constant('why'),
        }),
        { maxLength: 3 },
      ),
    })
    .map(({ tieBreaks, byes, byeOpponent, rounds: played, adjustments }) => ({
      kind: 'skillshot-event',
      version: 1,
      exportedAt: '',
      event: {
        id: 'e',
        name: '',
        description: '',
        venue: '',
        startsAt: '',
        endsAt: '',
        timeZone: '',
        startsOffset: 0,
        endsOffset: 0,
        format,
        state: '',
        ...(areDefaultTieBreaks(tieBreaks) ? {} : { tieBreaks }),
        ...(byes === 'full' ? {} : { byes }),
        ...(byeOpponent === 'none' ? {} : { byeOpponent }),
      },
      machines: [{ machineId: 'm1', name: 'M' }],
      entrants: [...ENTRANTS, 'absent'].map(id => ({ id, displayName: id })),
      attempts: [],
      voids: [],
      rounds: played,
      // A change is made when its round is drawn already.
      adjustments: adjustments.map(each => ({ ...each, afterRound: Math.min(each.afterRound, played.length) })),
      log: [],
    }))
})

it('chosen tie-breaks rank players as a second implementation, written from the rules alone, and for the same reasons', () => {
  const reasons = new Map<string, number>()
  fc.assert(
    fc.property(events, event => {
      const exported = { ...event, standings: [] }
      const rows = recomputeStandings(event).map(({ entrantId, rank, points, strikes: taken, decidedBy: by }) => {
        if (by !== undefined) reasons.set(by.by, (reasons.get(by.by) ?? 0) + 1)
        return {
          entrantId,
          rank,
          figure: taken ?? Math.round(points * 1000),
          ...(by === undefined ? {} : { decidedBy: `${by.by} ${by.own}:${by.other}` }),
        }
      })
      const sort = (list: readonly { entrantId: string }[]) => [...list].sort((a, b) => (a.entrantId < b.entrantId ? -1 : 1))
      expect(sort(rows)).toEqual(sort(plainStandings(exported)))
    }),
    { numRuns: 3000 },
  )
  // Each of them has decided something, so none is compared only where it changes nothing.
  expect([...reasons.keys()].sort()).toEqual([...TIE_BREAKS].sort())
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MatchGroup, Round } from '#events/rules/rounds.ts'
import { roundStandings } from '#events/rules/standings/round-standings.ts'
import { BYES, DEFAULT_OPTIONS, type StandingsOptions, TIE_BREAKS } from '#events/rules/standings-options.ts'
import { type RoundFormat, roundsOf } from '#events/rules/testing/by-format.ts'
import { IncrementalRoundStandings } from './incremental-round-standings.ts'

const ENTRANTS = Array.from({ length: 9 }, (_, i) => `e${i}`)

const formats: fc.Arbitrary<RoundFormat> = fc.oneof(
  fc.record({
    kind: fc.constant('match-play' as const),
    grouping: fc.constant('random' as const),
    groupSize: fc.constant(4 as const),
    rounds: fc.constant(9),
    points: fc.constantFrom('ifpa' as const, 'papa' as const, 'pinburgh' as const, 'winner' as const),
  }),
  fc.record({
    kind: fc.constant('strikes' as const),
    groupSize: fc.constant(4 as const),
    strikesToLeave: fc.integer({ min: 1, max: 6 }),
    strikes: fc.constantFrom('standard' as const, 'fair' as const, 'progressive' as const),
  }),
)

/** Half of the events have the default. */
const options: fc.Arbitrary<StandingsOptions> = fc.record({
  tieBreaks: fc.oneof(fc.constant(DEFAULT_OPTIONS.tieBreaks), fc.shuffledSubarray([...TIE_BREAKS])),
  byes: fc.constantFrom(...BYES),
})

/** A round of all entrants in groups of two to four that play up to three games, with at most one bye. */
const rounds: fc.Arbitrary<Round> = fc
  .tuple(
    fc.shuffledSubarray(ENTRANTS, { minLength: ENTRANTS.length }),
    fc.constantFrom([4, 4, 1], [3, 3, 2, 1], [2, 3, 4], [2, 2, 2, 2, 1]),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([ids, sizes, gamesPerGroup]) => {
    const left = [...ids]
    const parts = sizes.map(size => left.splice(0, size))
    return {
      groups: parts
        .filter(({ length }) => length > 1)
        .flatMap((entrantIds, i) =>
          Array.from(
            { length: gamesPerGroup },
            (_, game): MatchGroup => ({ ...(game === 0 ? {} : { game: game + 1 }), machineId: `m${i}.${game}`, entrantIds }),
          ),
        ),
      byes: parts.filter(({ length }) => length === 1).flat(),
      ...(gamesPerGroup === 1 ? {} : { gamesPerGroup }),
    }
  })

it('incremental round standings always equal the recomputed standings, in whatever order results arrive and are corrected, and report which rows changed', () => {
  fc.assert(
    fc.property(
      formats,
      options,
      fc.array(rounds, { minLength: 1, maxLength: 5 }),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.infiniteStream(fc.nat()), fc.boolean()), { maxLength: 30 }),
      fc.nat({ max: 30 }),
      (format, chosen, drawn, results, appliedBefore) => {
        const rules = roundsOf(format, chosen)
        const all: Round[] = drawn.map(({ groups, ...round }) => ({ ...round, groups: groups.map(group => ({ ...group })) }))
        const played = results.map(([round, group, chance, entered]): [number, number, string[] | undefined] => {
          const { groups } = all[round % all.length]!
          const { entrantIds } = groups[group % groups.length]!
          const order = [...entrantIds]
          for (let i = order.length - 1; i > 0; i--) {
            const j = chance.next().value % (i + 1)
            ;[order[i], order[j]] = [order[j]!, order[i]!]
          }
          return [round % all.length, group % groups.length, entered ? order : undefined]
        })
        const apply = ([round, group, order]: (typeof played)[number]): MatchGroup => {
          const matchGroup = all[round]!.groups[group]!
          if (order !== undefined) matchGroup.order = order
          return matchGroup
        }
        for (const each of played.slice(0, appliedBefore)) apply(each)
        const live = new IncrementalRoundStandings(rules, ENTRANTS, all)
        for (const each of played.slice(appliedBefore)) {
          const before = new Map(live.rows(0, 99).map(row => [row.entrantId, row]))
          const group = apply(each)
          const changed = live.setResults(each[0] + 1, [{ ...group, ...(each[2] === undefined ? {} : { order: each[2] }) }])
          for (const row of live.rows(0, 99)) if (!changed.has(row.entrantId)) expect(row).toBe(before.get(row.entrantId))
          expect(live.rows(0, 99)).toEqual(roundStandings(rules, ENTRANTS, all))
          expect(live.rows(2, 3)).toEqual(live.rows(0, 99).slice(2, 5))
        }
        expect(live.rows(0, 99)).toEqual(roundStandings(rules, ENTRANTS, all))
      },
    ),
    { numRuns: 300 },
  )
})

it('incremental round standings leave out players who are no longer entrants', () => {
  const format = { kind: 'strikes', groupSize: 2, strikesToLeave: 1, strikes: 'standard' } as const
  const live = new IncrementalRoundStandings(
    roundsOf(format),
    ['a'],
    [{ groups: [{ machineId: 'm', entrantIds: ['a', 'gone'] }], byes: [] }],
  )
  expect(live.setResults(1, [{ machineId: 'm', entrantIds: ['a', 'gone'], order: ['gone', 'a'] }])).toEqual(new Set(['a']))
  expect(live.rows(0, 9)).toMatchObject([{ entrantId: 'a', strikes: 1, outIn: 1 }])
})

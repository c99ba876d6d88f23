import * as v from 'valibot'
import { STILL_IN_SORT_VALUE, sortedPlaces } from '#events/rules/standings/round-standings.ts'
import type { StandingsOptions } from '#events/rules/standings-options.ts'
import { knockoutGames } from '#events/rules/tgp/meaningful-games.ts'
import { integer, strictObject } from '#platform/live/schemas.ts'
import { defineEventFormat, type FormatRules } from '../event-format.ts'
import { type GroupSize, groupSize, LARGEST_GROUP, oneOf } from '../options.ts'
import { roundFormat } from '../round-format.ts'
import { GROUP_STRIKES, type GroupStrikes, groupStrikes } from './group-strikes.ts'

/** The options of a knockout: the worse places of each group take strikes, and enough strikes eliminate. The last one left wins. */
export interface StrikesOptions<Kind extends string> {
  kind: Kind
  groupSize: GroupSize
  strikesToLeave: number
  strikes: GroupStrikes
}

/** A knockout in rounds. */
export type Strikes = StrikesOptions<'strikes'>

/** Checks the options of a knockout. */
export const strikesSchema = <Kind extends string>(kind: Kind) =>
  strictObject({ kind: v.literal(kind), groupSize, strikesToLeave: integer(1, 100), strikes: oneOf(GROUP_STRIKES) })

export const strikes = defineEventFormat({
  kind: 'strikes',
  schema: strikesSchema('strikes'),
  // The others are made of points, which strikes do not have.
  tieBreaks: ['head-to-head', 'wins', 'places'],
  adjusts: 'strike',
  hasRounds: true,
  isHeadToHead: true,
  takesSeeds: true,
  rules: (format: Strikes, { tieBreaks }: StandingsOptions) => strikesFormat(format, { tieBreaks, lastedBy: 'outIn' }),
})

interface KnockoutOptions {
  /** left out: places break ties */
  tieBreaks?: StandingsOptions['tieBreaks']
  /** what says how long somebody who is out was in: the round, or how many games it were */
  lastedBy: 'outIn' | 'games'
}

/** Makes the rules of a knockout. */
export const strikesFormat = (
  { strikes: table, strikesToLeave }: StrikesOptions<string>,
  { tieBreaks, lastedBy }: KnockoutOptions,
): FormatRules =>
  roundFormat(
    {
      rounds: null,
      // Who comes before whom is not played for where both take as many strikes.
      mayShare(size, place) {
        const taken = groupStrikes(table, size as GroupSize)
        return taken[place - 1] === taken[place]
      },
      largestGroup: LARGEST_GROUP,
      gameFigures: ({ place, size }) => ({
        points: 0,
        strikes: place === null ? 0 : groupStrikes(table, size as GroupSize)[place - 1]!,
      }),
      isOut: (_game, progress) => progress.strikes >= strikesToLeave,
      isOutByAdjustment: ({ strikes }) => strikes >= strikesToLeave,
      adjust: (progress, strikes) => ({ ...progress, strikes: Math.max(0, progress.strikes + strikes) }),
      // Those still in come first, fewer strikes being better; then those who were eliminated later; last those who have not played.
      rankKey: progress => ({
        sortValue:
          progress.outIn === null ? (progress.games === 0 ? 0 : STILL_IN_SORT_VALUE - progress.strikes) : (progress[lastedBy] ?? 0),
        places: sortedPlaces(progress),
      }),
      figures: progress => ({ points: 0, strikes: progress.strikes }),
    },
    {
      ...(tieBreaks === undefined ? {} : { tieBreaks }),
      countGames: ({ standings }, { rounds = [] }) => ({
        games: knockoutGames(rounds, standings[0]?.entrantId),
        hours: 0,
        needsFinals: false,
        expected: null,
      }),
    },
  )

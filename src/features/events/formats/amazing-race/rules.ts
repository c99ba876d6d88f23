import * as v from 'valibot'
import { MAX_GROUP } from '#events/rules/rounds.ts'
import { THOUSANDTHS } from '#events/rules/standings/points.ts'
import { STILL_IN_SORT_VALUE } from '#events/rules/standings/round-standings.ts'
import { integer, strictObject } from '#platform/live/schemas.ts'
import { defineEventFormat } from '../event-format.ts'
import { countGamesPlayed, roundFormat } from '../round-format.ts'

/** Everybody who is still in plays the same machine; those with the lowest scores leave. The last one left wins. */
export interface AmazingRace {
  kind: 'amazing-race'
  /** how many leave in each round; one always stays */
  out: number
}

/** Returns how many of a group leave. */
export const countEliminated = ({ out }: AmazingRace, size: number): number => Math.min(out, size - 1)

export const amazingRace = defineEventFormat({
  kind: 'amazing-race',
  schema: strictObject({ kind: v.literal('amazing-race'), out: integer(1, 20) }),
  hasRounds: true,
  rules(format: AmazingRace) {
    const leaves = (place: number, size: number): boolean => place > size - countEliminated(format, size)
    const race: Parameters<typeof roundFormat>[0] = {
      rounds: null,
      // Who of those who stay was better is not played for.
      mayShare: (size, place) => !leaves(place + 1, size),
      largestGroup: MAX_GROUP,
      isOneGroup: true,
      // The places of those who stay do not count.
      countsPlace: ({ place, size }) => place !== null && size !== null && leaves(place, size),
      // One point for each round survived.
      gameFigures: ({ place, size }) => ({ points: place !== null && size !== null && leaves(place, size) ? 0 : THOUSANDTHS }),
      isOut: ({ place, size }) => place !== null && size !== null && leaves(place, size),
      // Those still in share the first rank; then come those who left later, in one round by their places; last those who have not played.
      rankKey({ games, outIn, places }) {
        if (outIn === null) return { sortValue: games === 0 ? 0 : STILL_IN_SORT_VALUE, places: [] }
        return { sortValue: outIn, places: places.slice(-1) }
      },
      figures: ({ points }) => ({ points }),
    }
    // How many rounds it takes depends on who comes.
    return roundFormat(race, {
      pointTotals: { possibleSoFar: (_machineIds, standings) => countGamesPlayed(standings) * THOUSANDTHS, most: () => null },
    })
  },
})

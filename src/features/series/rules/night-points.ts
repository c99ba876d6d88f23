import { rankPoints } from '#events/formats/rank-points.ts'
import { THOUSANDTHS } from '#events/rules/standings/points.ts'
import type { SeriesPoints } from './series-rules.ts'

/* All points are whole thousandths, and shares are whole thousandths of a percent, so that sums are exact. */

/** What one player came to in one night. */
export interface PlayedNight {
  /** in the standings of the night */
  rank: number
  /** the event's own points; 0 in a format without */
  ownPoints: number
}

/** What a whole night says about the worth of its places. */
export interface NightScale {
  /** how many have played */
  players: number
  /** the own points of somebody who had won everything that was played; null: the format has no points */
  possible: number | null
  /** the most own points that the night can bring when it is over; null: that is not known, or the format has no points */
  most: number | null
}

const FULL_SHARE = 100 * THOUSANDTHS

/** Returns a share in thousandths of a percent, halves rounded up. */
const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((2 * part * FULL_SHARE + whole) / (2 * whole)))

/** Returns what a night is worth to somebody who has played it: never less than nothing, which a night that was missed is worth. */
export function nightPoints(points: SeriesPoints, { rank, ownPoints }: PlayedNight, { players, possible }: NightScale): number {
  switch (points.kind) {
    case 'own':
      return possible === null ? rankPoints('linear', rank) : Math.max(0, ownPoints)
    case 'places':
      return rankPoints(points.table, rank)
    case 'share':
      return possible === null ? shareOf(players - rank + 1, players) : Math.max(0, shareOf(ownPoints, possible))
  }
}

/** Returns the most that a night which is not over can be worth to anybody; null: that is not known. */
export function mostNightPoints(points: SeriesPoints, { possible, most }: Pick<NightScale, 'possible' | 'most'>): number | null {
  switch (points.kind) {
    case 'own':
      return possible === null ? rankPoints('linear', 1) : most
    case 'places':
      return rankPoints(points.table, 1)
    case 'share':
      return FULL_SHARE
  }
}

import type { PointsTable } from '#events/formats/rank-points.ts'

/** How many nights a season has at most. */
export const MAX_NIGHTS = 200

/**
 * What a night is worth. `own`: the points of the event itself; `places`: points by place from a table; `share`: the share of the points that
 * were possible that night, in percent. Where the format of a night has no points of its own, its places count: under `own` by the table
 * `linear`, under `share` as the share of the players whom one has left behind or equalled (docs/rules.md).
 */
export type SeriesPoints = { kind: 'own' } | { kind: 'places'; table: PointsTable } | { kind: 'share' }

/**
 * What separates players of equal totals. `night-wins`: who has won more nights; `best-night`: whose best night is worth more; `latest-night`:
 * who has more points of the latest night.
 */
export const SERIES_TIES = ['night-wins', 'best-night', 'latest-night'] as const
export type SeriesTie = (typeof SERIES_TIES)[number]

/** How the nights of a season are added up. */
export interface SeriesRules {
  readonly points: SeriesPoints
  /** the best so many nights count; null: as many as `drop` leaves */
  readonly counts: number | null
  /** so many of the worst nights are dropped; a night that was missed is worth nothing, so it is dropped first */
  readonly drop: number
  /** points for each night that was played, whether it counts or not */
  readonly attendance: number
  /** what breaks ties, in this order; then the rank is shared */
  readonly ties: readonly SeriesTie[]
}

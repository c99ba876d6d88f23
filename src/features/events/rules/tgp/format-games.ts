/** What a format says about its games. */
export interface FormatGames {
  /** meaningful games */
  games: number
  /** hours of unlimited qualifying, 0 where attempts are limited */
  hours: number
  /** true: IFPA endorses the format only with finals in which players meet */
  needsFinals: boolean
  /** how many games everybody was to play; null: nobody knows beforehand, as in a knockout */
  expected: number | null
  /** how many games IFPA's table promises for a field of this size, see `bracket-table.ts`; left out: no table is known */
  promised?: number
}

/** What breaks a tie between equal totals. `docs/rules.md` defines each. */
export const TIE_BREAKS = ['head-to-head', 'wins', 'places', 'buchholz', 'median-buchholz', 'highest-round'] as const
export type TieBreak = (typeof TIE_BREAKS)[number]

/** How much of a win a bye is worth. */
export const BYES = ['full', 'half', 'none'] as const
export type ByeWorth = (typeof BYES)[number]

/**
 * How a bye counts in Buchholz. `none`: not at all; `self`: as an opponent with the player's own total as of that round, as FIDE's tie-break
 * regulations C.07 have it in article 16.
 */
export const BYE_OPPONENTS = ['none', 'self'] as const
export type ByeOpponent = (typeof BYE_OPPONENTS)[number]

/** What the director of an event chooses about its standings besides the format. */
export interface StandingsOptions {
  /** compared one after the other; whom none of them separates shares the rank */
  readonly tieBreaks: readonly TieBreak[]
  readonly byes: ByeWorth
  readonly byeOpponent: ByeOpponent
}

/** What holds in an event whose director has chosen nothing: the most first places win, then the most seconds, and so on. */
export const DEFAULT_OPTIONS: StandingsOptions = { tieBreaks: ['places'], byes: 'full', byeOpponent: 'none' }

export const areDefaultTieBreaks = (tieBreaks: readonly TieBreak[]): boolean => tieBreaks.length === 1 && tieBreaks[0] === 'places'

/** Returns the options of a document or an export, which leave out what is not chosen. */
export const withDefaultOptions = ({ tieBreaks, byes, byeOpponent }: Partial<StandingsOptions>): StandingsOptions => ({
  tieBreaks: tieBreaks ?? DEFAULT_OPTIONS.tieBreaks,
  byes: byes ?? DEFAULT_OPTIONS.byes,
  byeOpponent: byeOpponent ?? DEFAULT_OPTIONS.byeOpponent,
})

/** What breaks a tie between equal totals. `docs/rules.md` defines each. */
export const TIE_BREAKS = ['head-to-head', 'wins', 'places', 'buchholz', 'median-buchholz', 'highest-round'] as const
export type TieBreak = (typeof TIE_BREAKS)[number]

/** How much of a win a bye is worth. */
export const BYES = ['full', 'half', 'none'] as const
export type ByeWorth = (typeof BYES)[number]

/** What the director of an event chooses about its standings besides the format. */
export interface StandingsOptions {
  /** compared one after the other; whom none of them separates shares the rank */
  readonly tieBreaks: readonly TieBreak[]
  readonly byes: ByeWorth
}

/** What holds in an event whose director has chosen nothing: the most first places win, then the most seconds, and so on. */
export const DEFAULT_OPTIONS: StandingsOptions = { tieBreaks: ['places'], byes: 'full' }

export const areDefaultTieBreaks = (tieBreaks: readonly TieBreak[]): boolean => tieBreaks.length === 1 && tieBreaks[0] === 'places'

/** Returns the options that differ from the default: documents and exports contain only these. */
export const chosenOptions = ({ tieBreaks, byes }: StandingsOptions): { tieBreaks?: TieBreak[]; byes?: Exclude<ByeWorth, 'full'> } => ({
  ...(areDefaultTieBreaks(tieBreaks) ? {} : { tieBreaks: [...tieBreaks] }),
  ...(byes === 'full' ? {} : { byes }),
})

/** Returns the options of a document or an export, which leave out what is not chosen. */
export const withDefaultOptions = ({ tieBreaks, byes }: { tieBreaks?: readonly TieBreak[]; byes?: ByeWorth }): StandingsOptions => ({
  tieBreaks: tieBreaks ?? DEFAULT_OPTIONS.tieBreaks,
  byes: byes ?? DEFAULT_OPTIONS.byes,
})

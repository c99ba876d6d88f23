/** Who goes on from a qualifying: those from one place on. Either `count` players or a share of all who have played. */
export interface Cut {
  /** the first place that goes on: 1 for an A final, 9 for a B final behind an A final of eight */
  first: number
  /** how many go on */
  count: number
}

/**
 * What becomes of those who are tied at the line with somebody who goes on. `all`: all of them go on; `none`: none of them does; `lot`: lots decide
 * who does.
 */
export const TIES_AT_LINE = ['all', 'none', 'lot'] as const
export type TiesAtLine = (typeof TIES_AT_LINE)[number]

/** A row of the standings of those who have played, best first. */
export interface RankedRow {
  entrantId: string
  rank: number
}

export interface CutField {
  /** who goes on, the best first */
  entrantIds: string[]
  /** who shares the rank of the last one above the line while some of them are below it; empty: the line is clear */
  tied: string[]
}

/** Returns how many players a share of a field is, at least two. @param share in percent */
export const countOfShare = (players: number, share: number): number => Math.max(2, Math.round((players * share) / 100))

/**
 * Cuts the field at a line.
 * @param rows without those who have not played, and without those who go on elsewhere
 * @param ties null: ties are not decided yet, so that `tied` says whether they have to be
 * @param shuffle for lots
 */
export function cutField(
  rows: readonly RankedRow[],
  { first, count }: Cut,
  ties: TiesAtLine | null,
  shuffle: (ids: string[]) => string[],
): CutField {
  const above = rows.slice(first - 1, first - 1 + count)
  const [last, next] = [above.at(-1), rows[first - 1 + count]]
  if (last === undefined || next === undefined || next.rank !== last.rank)
    return { entrantIds: above.map(({ entrantId }) => entrantId), tied: [] }
  const clear = above.filter(({ rank }) => rank !== last.rank).map(({ entrantId }) => entrantId)
  // Those who are tied above the first place belong to another final.
  const tied = rows.filter(({ rank }, i) => rank === last.rank && i >= first - 1).map(({ entrantId }) => entrantId)
  if (ties === 'all') return { entrantIds: [...clear, ...tied], tied }
  if (ties === 'lot') return { entrantIds: [...clear, ...shuffle(tied).slice(0, count - clear.length)], tied }
  return { entrantIds: ties === 'none' ? clear : above.map(({ entrantId }) => entrantId), tied }
}

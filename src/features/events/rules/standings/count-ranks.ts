import { assignRanks, compareRankKeys } from './tie-break.ts'

interface Ranked {
  rank?: number
  tieBreak?: number
  order?: number[]
}

/**
 * Returns the rows of standings, from the first on, with the ranks and tie-breaks that follow from their `order`. Rows that have ranks keep them;
 * while an event changes from one to the other, those that have none yet are the last.
 */
export function countRanks<Row extends Ranked>(rows: readonly Row[]): (Row & { rank: number })[] {
  if (!rows.every(({ order }) => order !== undefined)) return rows.map(row => ({ ...row, rank: row.rank ?? rows.length }))
  const keys = rows.map(row => {
    const [sortValue, ...places] = row.order!
    return { sortValue: sortValue!, places, row }
  })
  const ranked: (Row & { rank: number })[] = []
  assignRanks(keys.sort(compareRankKeys), ({ row }, rank, tieBreak) => {
    ranked.push({ ...row, rank, ...(tieBreak === null ? {} : { tieBreak }) })
  })
  return ranked
}

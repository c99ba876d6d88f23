import { THOUSANDTHS } from '#events/rules/standings/points.ts'

/**
 * Points by rank on a machine. `papa`: 100, 90, 85, 84, … down by 1; `linear`: from 100 or from the given number, down by 1; `custom`: as
 * listed, then its last step is repeated. Never below 0.
 */
export type PointsTable = 'papa' | 'linear' | { linear: number } | { custom: number[] }

const inWholeThousandths = (points: number): number => Math.round(points * THOUSANDTHS)

function listedOrStepped(list: readonly number[], rank: number): number {
  if (rank <= list.length) return inWholeThousandths(list[rank - 1]!)
  const last = inWholeThousandths(list.at(-1)!)
  const step = inWholeThousandths(list.at(-2) ?? 0) - last
  return Math.max(0, last - step * (rank - list.length))
}

/** Returns what a rank on a machine is worth, in thousandths; a better rank is never worth less. @param rank 1 for the first */
export function rankPoints(table: PointsTable, rank: number): number {
  if (table === 'papa') return THOUSANDTHS * (rank === 1 ? 100 : rank === 2 ? 90 : Math.max(0, 88 - rank))
  if (table === 'linear') return rankPoints({ linear: 100 }, rank)
  if ('linear' in table) return THOUSANDTHS * Math.max(0, table.linear - rank + 1)
  return listedOrStepped(table.custom, rank)
}

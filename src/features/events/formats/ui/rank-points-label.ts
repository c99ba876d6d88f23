import { THOUSANDTHS } from '#events/rules/standings/points.ts'
import { decimal } from '#events/ui/labels/number-labels.ts'
import * as m from '#messages'
import { type PointsTable, rankPoints } from '../rank-points.ts'

/** Returns the first points of a table, such as "100, 90, 85, 84 …". */
export function pointsLabel(table: PointsTable): string {
  const formatPoints = (rank: number): string => decimal(rankPoints(table, rank) / THOUSANDTHS)
  return m.events_format_table({ a: formatPoints(1), b: formatPoints(2), c: formatPoints(3), d: formatPoints(4) })
}

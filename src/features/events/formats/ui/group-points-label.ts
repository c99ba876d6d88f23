import { shownPoints } from '#events/rules/standings/points.ts'
import { decimal } from '#events/ui/labels/number-labels.ts'
import { type GroupPoints, groupPoints } from '../group-points.ts'
import type { GroupSize } from '../options.ts'

/** Returns the points by place, such as "7-5-3-1". */
export const groupPointsLabel = (table: GroupPoints, size: GroupSize): string =>
  groupPoints(table, size)
    .map(points => decimal(shownPoints(points)))
    .join('-')

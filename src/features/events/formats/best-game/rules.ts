import * as v from 'valibot'
import { MAX_MACHINES } from '#events/rules/max-machines.ts'
import { integer, strictObject } from '#platform/live/schemas.ts'
import { defineEventFormat } from '../event-format.ts'
import { pointsTable } from '../points-table.ts'
import { type PointsTable, rankPoints } from '../rank-points.ts'
import { scoreFormat } from '../score-format.ts'

/** An entrant's best score on a machine earns points by its rank there. The points of the best machines are added up. */
export interface BestGame {
  kind: 'best-game'
  points: PointsTable
  /** if omitted, all machines count */
  machinesCounted?: number
  /** if omitted, attempts are unlimited */
  attemptsPerMachine?: number
}

export const bestGame = defineEventFormat({
  kind: 'best-game',
  schema: strictObject({
    kind: v.literal('best-game'),
    points: pointsTable,
    machinesCounted: v.exactOptional(integer(1, MAX_MACHINES)),
    attemptsPerMachine: v.exactOptional(integer(1, 1000)),
  }),
  adjusts: 'point',
  rules({ points, machinesCounted = Number.POSITIVE_INFINITY, attemptsPerMachine }: BestGame) {
    const rules = scoreFormat({
      attemptLimit: attemptsPerMachine ?? null,
      countedMachines: machinesCounted,
      machineFigures: (_sortValue, rank) => ({ points: rankPoints(points, rank) }),
      total(_machines, places) {
        const counted = Math.min(places.length, machinesCounted)
        let sum = 0
        for (let i = 0; i < counted; i++) sum += rankPoints(points, places[i]!)
        return sum
      },
      totalChange: points => points,
      totalFigures: total => ({ points: total }),
    })
    // Every machine can be won until the event ends, so as much is possible at any time.
    const most = (machineIds: readonly string[]): number => Math.min(machineIds.length, machinesCounted) * rankPoints(points, 1)
    return { ...rules, pointTotals: { possibleSoFar: most, most } }
  },
})

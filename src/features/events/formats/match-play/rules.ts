import * as v from 'valibot'
import { integer, strictObject } from '../../../../platform/live/contract.ts'
import type { Grouping } from '../../rules/draw/pairing.ts'
import { sortedPlaces } from '../../rules/standings/round-standings.ts'
import { defineEventFormat } from '../event-format.ts'
import { type GroupSize, groupSize, oneOf } from '../options.ts'
import { roundFormat } from '../round-format.ts'
import { byePoints, type GroupPoints, groupPoints, groupPointsTable } from './group-points.ts'

/** A fixed number of rounds. Places in groups earn points, which are added up. */
export interface MatchPlay {
  kind: 'match-play'
  grouping: Grouping
  groupSize: GroupSize
  rounds: number
  points: GroupPoints
}

export const matchPlay = defineEventFormat({
  kind: 'match-play',
  schema: strictObject({
    kind: v.literal('match-play'),
    grouping: oneOf(['swiss', 'balanced', 'random']),
    groupSize,
    rounds: integer(1, 100),
    points: groupPointsTable,
  }),
  rules: (format: MatchPlay) =>
    roundFormat({
      rounds: format.rounds,
      groupSize: format.groupSize,
      worth: ({ place, size }) => ({
        points: place === null ? byePoints(format.points) : groupPoints(format.points, size as GroupSize)[place - 1]!,
      }),
      isOut: () => false,
      rankKey: progress => ({ merit: progress.points, places: sortedPlaces(progress) }),
      figures: ({ points }) => ({ points }),
    }),
})

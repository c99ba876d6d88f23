import * as v from 'valibot'
import { rememberPlans } from '#events/rules/bracket/bracket-rules.ts'
import { mostPoints } from '#events/rules/bracket/follow-group.ts'
import { MAX_GAMES_PER_ROUND } from '#events/rules/draw-options.ts'
import { groupBracketGames } from '#events/rules/tgp/bracket-table.ts'
import { knockoutGames } from '#events/rules/tgp/meaningful-games.ts'
import { integer, strictObject } from '#platform/live/schemas.ts'
import { bracketFormat } from '../bracket-format.ts'
import { defineEventFormat } from '../event-format.ts'
import { groupBracket } from '../group-plan.ts'
import { type GroupPoints, groupPointsTable, sharedPoints } from '../group-points.ts'
import { type GroupSize, LARGEST_GROUP } from '../options.ts'

/** Groups of four play some games, whose places earn points. The best two of each group go on, until one group is left. */
export interface GroupBracket {
  kind: 'group-bracket'
  /** how many games a group plays in each round */
  games: number
  points: GroupPoints
}

const plan = rememberPlans(groupBracket)

export const groupBracketFormat = defineEventFormat({
  kind: 'group-bracket',
  schema: strictObject({ kind: v.literal('group-bracket'), games: integer(1, MAX_GAMES_PER_ROUND), points: groupPointsTable }),
  hasRounds: true,
  isBracket: true,
  isHeadToHead: true,
  takesSeeds: true,
  rules({ games, points }: GroupBracket) {
    const worth = ({ place, size, tied }: { place: number; size: number; tied: number }): number =>
      sharedPoints(points, { place, size: size as GroupSize, tied })
    return bracketFormat(
      { plan, seats: players => players, follow: mostPoints(games, worth) },
      {
        gameFigures: ({ place, size, tied }) => ({ points: place === null ? 0 : worth({ place, size: size!, tied }) }),
        mayShare: () => true,
        largestGroup: LARGEST_GROUP,
      },
      ({ standings }, { rounds = [] }) => {
        const promised = groupBracketGames(rounds[0]?.field?.length ?? 0, games)
        const played = knockoutGames(rounds, standings[0]?.entrantId)
        return { games: played, hours: 0, needsFinals: false, expected: null, ...(promised === undefined ? {} : { promised }) }
      },
    )
  },
})

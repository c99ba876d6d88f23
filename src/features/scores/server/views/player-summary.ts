import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { updates } from '#platform/live/server/live-query.ts'
import type { LiveServer } from '#platform/live/server/live-server.ts'
import { playersSummary } from '#players/contract/summary.ts'
import { dayNumber, dayStart, dayText, firstCalendarDay, parseDay } from '#players/rules/calendar.ts'
import type { PlayersApi } from '#players/server/api.ts'
import { keepsBoardsUnchanged, scoreChanged, scoresErased } from '../changes.ts'
import { isCounted } from '../score-fields.ts'

/** Returns how many accepted scores a player has on each day of a year; days without any are left out. @param from number of the first day */
export async function countByDay(db: Db, userId: string, from: number): Promise<{ day: number; scores: number }[]> {
  const { rows } = await sql<{ day: number; scores: number }>`
    SELECT d.day, sum(d.scores)::integer AS scores FROM bests b CROSS JOIN LATERAL (
      SELECT (achieved_at AT TIME ZONE 'UTC')::date - ${dayText(from)}::date AS day, count(*) AS scores FROM scores s
      WHERE s.machine_id = b.machine_id AND s.user_id = b.user_id AND s.removed_at IS NULL AND s.status <> 'rejected' AND NOT s.under_review
        AND s.achieved_at >= ${dayStart(from)}
      GROUP BY 1
    ) d
    WHERE b.user_id = ${userId} GROUP BY d.day
  `.execute(db)
  return rows
}

/**
 * Publishes a player's year: how many scores each day has. A new score adds one in place; every other change counts the days again, on
 * one machine after the other, because the index of a board has all that the count needs (`scores_board`).
 */
export function publishPlayerYear(live: LiveServer, players: PlayersApi, cache: { name: string; maxIdle: number }): void {
  live.query(playersSummary, {
    cache,
    params: ({ username }) => players.userIdByName(username),
    key: userId => `year ${userId}`,
    async load(tx, userId, { now, reloadAt }) {
      const today = dayNumber(now)
      const first = firstCalendarDay(today)
      const days = new Array<number>(today - first + 1).fill(0)
      for (const { day, scores } of await countByDay(tx, userId, first)) if (day < days.length) days[day] = scores
      reloadAt(dayStart(today + 1).getTime())
      return { playerSummaries: [[userId, { firstDay: dayText(first), days }]] }
    },
    reloadOn: [
      updates(
        scoreChanged,
        change => (keepsBoardsUnchanged(change) ? [] : [`year ${change.score.userId}`]),
        (_source, documents, { op, score }) => {
          const year = documents.get('playerSummaries', score.userId) as { firstDay: string; days: number[] } | undefined
          if (op !== 'submitted' || year === undefined || !isCounted(score)) return true
          const day = dayNumber(score.achievedAt) - parseDay(year.firstDay)
          if (day >= year.days.length) return true
          if (day >= 0) documents.put('playerSummaries', score.userId, { ...year, days: year.days.with(day, year.days[day]! + 1) })
          return false
        },
      ),
      scoresErased.touches(({ userId }) => [`year ${userId}`]),
    ],
  })
}

import { sql } from 'kysely'
import { userChanged } from '#accounts/server/changes.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { EventsApi } from '#events/server/api.ts'
import { type EventChange, eventChanged } from '#events/server/changes.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { LiveServer } from '#platform/live/server/live-server.ts'
import { type ScoreHistoryDoc, scoresVoids, type VoidedScoreDoc } from '#scores/contract/scores.ts'

const eventKey = (id: string): string => `event:${id}`
const userKey = (id: string): string => `user:${id}`

interface VoidRow {
  entryId: string
  scoreId: string
  eventId: string
  action: string
  at: Date
  /** the void has been undone since */
  undone: boolean
  userId: string | null
  username: string | null
  reason: string | null
}

/** Lists the voids of scores in their order, and when they were undone: of all scores of an event, or of one score. */
async function listScoreVoids(db: Db, { eventId, scoreId }: VoidedIn): Promise<VoidRow[]> {
  const { rows } = await sql<VoidRow>`
    SELECT v.entry_id AS "entryId", v.score_id AS "scoreId", v.event_id AS "eventId", v.action, v.at, v.undone_at IS NOT NULL AS undone,
      u.id AS "userId", u.username, v.reason
    FROM event_score_voids v LEFT JOIN user_cards u ON u.id = v.by_user
    WHERE v.event_id = ${eventId} AND ${scoreId === null ? sql<boolean>`true` : sql<boolean>`v.score_id = ${scoreId}`} ORDER BY v.at, v.entry_id
  `.execute(db)
  return rows
}

async function findEventOf(db: Db, scoreId: string): Promise<string | null> {
  const { rows } = await sql<{ eventId: string }>`SELECT event_id AS "eventId" FROM event_scores WHERE id = ${scoreId}`.execute(db)
  return rows[0]?.eventId ?? null
}

/** `scoreId` null: of all scores of the event */
interface VoidedIn {
  eventId: string
  scoreId: string | null
}

const byOf = ({ userId, username }: VoidRow): VoidedScoreDoc['by'] => (userId === null || !username ? null : { userId, username })

/** True if a change may void scores or restore them. A late score may be void from the start. */
const concernsVoids = (change: EventChange['change']): boolean =>
  change === null || ['attempt', 'attempt-removed', 'window', 'window-undone'].includes(change.kind)

/** Publishes which scores are void in an event that the subscriber may see. */
export function publishScoreVoids(live: LiveServer, database: Database, events: EventsApi, cache: { name: string; maxIdle: number }): void {
  live.query(scoresVoids, {
    cache,
    async params({ eventId, scoreId }, publishing): Promise<VoidedIn | null> {
      if (eventId !== undefined) {
        await events.authorizeAndWatch(publishing, eventId)
        return { eventId, scoreId: null }
      }
      const ofScore = await findEventOf(database.db, scoreId!)
      if (ofScore === null) return null
      try {
        await events.authorizeAndWatch(publishing, ofScore)
      } catch (error) {
        if (error instanceof DdpError && error.error === 404) return null
        throw error
      }
      return { eventId: ofScore, scoreId: scoreId! }
    },
    key: ({ eventId, scoreId }) => `voids ${eventId} ${scoreId}`,
    async load(tx, voidedIn, { watchKeys }) {
      const rows = await listScoreVoids(tx, voidedIn)
      watchKeys(eventKey(voidedIn.eventId), ...rows.flatMap(({ userId }) => (userId === null ? [] : userKey(userId))))
      const voided = rows.filter(({ action, undone }) => action === 'voided' && !undone)
      return {
        voidedScores: voided.map((row): [string, VoidedScoreDoc & Fields] => [
          row.scoreId,
          { eventId: row.eventId, at: row.at, by: byOf(row), ...(row.reason === null ? {} : { reason: row.reason }) },
        ]),
        ...(voidedIn.scoreId === null
          ? {}
          : {
              scoreHistory: rows.map((row): [string, ScoreHistoryDoc & Fields] => [
                row.entryId,
                {
                  scoreId: row.scoreId,
                  at: row.at,
                  by: byOf(row),
                  action: row.action === 'voided' ? 'voided' : 'restored',
                  changes: {},
                  ...(row.reason === null ? {} : { reason: row.reason }),
                },
              ]),
            }),
      }
    },
    reloadOn: [
      eventChanged.touches(({ eventId, change }) => (concernsVoids(change) ? [eventKey(eventId)] : [])),
      userChanged.touches(({ userId, card }) => (card === undefined ? [] : [userKey(userId)])),
    ],
  })
}

import { sql } from 'kysely'
import type { ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { ScoreChange } from '#scores/server/changes.ts'
import type { EventType } from '../rules/event-types.ts'
import { eventData, type Known, machineUrl, playerUrl, type Told, venueData } from './known.ts'

type Score = ScoreChange['score']

/** A score before a change. Changes that an earlier release wrote do not say it, but only what was under review has an oddness. */
const before = ({ op, score, was }: ScoreChange): NonNullable<ScoreChange['was']> =>
  was ?? { ...score, underReview: op === 'moderated' ? score.oddness > 0 : score.underReview }
/** A score that counts: one that is under review was seen by nobody yet. */
const isSeen = ({ underReview, status }: Pick<Score, 'underReview' | 'status'>): boolean => !underReview && status !== 'rejected'
/** A score that was held back up to now, or was rejected while it was. */
const wasHidden = (change: ScoreChange): boolean => {
  const { underReview, status, oddness } = before(change)
  return underReview || (status === 'rejected' && oddness > 0)
}
/** A score that was held back is new when it is released, by players or by a moderator, or when its value is corrected. */
const isNew = (change: ScoreChange): boolean =>
  isSeen(change.score) && (change.op === 'submitted' || (['edited', 'moderated'].includes(change.op) && wasHidden(change)))
/** What a moderator has decided, unlike a player's dispute. A score that was rejected before anybody could see it is nothing to tell of. */
const isRuling = (change: ScoreChange): boolean =>
  change.op === 'moderated' && change.by !== undefined && !(change.score.status === 'rejected' && wasHidden(change))
const isCorrected = (change: ScoreChange): boolean => change.op === 'edited' && isSeen(change.score) && !wasHidden(change)
/** A score that is removed, or whose new value nobody sees before somebody has looked at it. One that did not count is nothing to tell of. */
const isGone = (change: ScoreChange): boolean =>
  isSeen(before(change)) && (change.op === 'removed' || (change.op === 'edited' && change.score.underReview))

/** True if something is told of a change of a score. */
export const isTold = (change: ScoreChange): boolean => isNew(change) || isRuling(change) || isCorrected(change) || isGone(change)

/** Finds what a change of a score tells. @param withRecords false: nobody wants to know of records, which cost a statement each */
export async function findOfScore(
  tx: Db,
  { n, body }: ChangeLogEntry & { body: ScoreChange },
  known: Known,
  withRecords: boolean,
): Promise<Told[]> {
  const { score } = body
  const told: Told[] = []
  const add = (type: EventType, source: string, of: Score = score): void => {
    told.push(...tellOfScore(of, known, { type, n, source, at: score.createdAt }))
  }
  if (isNew(body)) {
    add('score.submitted', newSource('score', body))
    if (withRecords && (await isRecord(tx, score))) add('score.record', newSource('record', body))
  }
  if (isCorrected(body)) add('score.corrected', `corrected:${score.id}:${n}`)
  if (isGone(body)) add('score.removed', `removed:${score.id}:${n}`, { ...score, ...before(body) })
  if (isRuling(body)) add('score.moderated', `moderated:${score.id}:${score.version}`)
  return told
}

/** The source of a score that is new. It may be new several times: after it counted, it may be corrected to a value that is held back. */
const newSource = (what: 'score' | 'record', { op, score: { id, version } }: ScoreChange): string =>
  op === 'submitted' ? `${what}:${id}` : `${what}:${id}:v${version}`

/** Tells of scores that a void has taken out of their event, or, since it was undone, takes out no longer. */
export const findOfVoid = (
  scores: readonly Score[],
  { voidId, isUndone, ...of }: { voidId: string; isUndone: boolean; n: number; at: number },
  known: Known,
): Told[] =>
  scores.flatMap(score => {
    const action = isUndone ? 'restored' : 'voided'
    return tellOfScore(score, known, { ...of, type: 'score.moderated', source: `${action}:${voidId}:${score.id}`, action })
  })

/** @param action what was decided about the score in its event; left out: it is no matter of the event */
function tellOfScore(
  score: Score,
  known: Known,
  { action, ...of }: Pick<Told, 'type' | 'n' | 'source' | 'at'> & { action?: 'voided' | 'restored' },
): Told[] {
  // The change has the name of the player too, whose account may have been deleted since.
  const player = known.players.get(score.userId)
  if (player === undefined) return []
  const event = score.eventId === null ? undefined : known.events.get(score.eventId)
  const venue = score.venueId === null ? undefined : known.venues.get(score.venueId)
  const { site } = known
  return [
    {
      ...of,
      lane: score.machineId,
      subject: `${player.name} · ${score.machineName}`,
      userIds: [score.userId],
      machineIds: [score.machineId],
      event: event === undefined ? null : event,
      ...(action === undefined ? {} : { needsEvent: true }),
      venue: venue ?? null,
      playerGroups: known.groups.get(score.userId) ?? [],
      data: shown => ({
        ...(action === undefined ? {} : { action }),
        score: {
          id: score.id,
          value: score.value,
          ...(score.strokes === null ? {} : { strokes: score.strokes }),
          achievedAt: new Date(score.achievedAt).toISOString(),
          status: score.status,
          ...(shown.event && known.voidScores.has(score.id) ? { void: true } : {}),
          url: `${site}/scores/${score.id}`,
        },
        machine: { id: score.machineId, name: score.machineName, url: machineUrl(site, score.machineId) },
        player: { ...player, url: playerUrl(site, player.username) },
        ...(shown.event ? { event: eventData(event!, site) } : {}),
        ...(shown.venue ? { venue: venueData(venue!, site) } : {}),
      }),
    },
  ]
}

/** Bests that are looked at: more than these above a score, and it is no record. */
const MAX_ABOVE = 100

/** True if no score of the machine that was received before is as high. */
async function isRecord(tx: Db, { id, machineId, value, receipt }: Score): Promise<boolean> {
  if (value <= 0) return false
  // A score as high belongs to a player whose best is as high, so only the scores of these are looked at.
  const { rows } = await sql<{ isRecord: boolean }>`
    WITH above AS (SELECT user_id FROM best_scores WHERE machine_id = ${machineId} AND value >= ${value} ORDER BY value DESC LIMIT ${MAX_ABOVE})
    SELECT (SELECT count(*) FROM above) < ${MAX_ABOVE} AND NOT EXISTS (
      SELECT c.id FROM score_cards c JOIN above a ON a.user_id = c.user_id
      WHERE c.machine_id = ${machineId} AND c.value >= ${value} AND c.receipt < ${receipt} AND c.status <> 'rejected' AND c.id <> ${id}) AS "isRecord"
  `.execute(tx)
  return rows[0]!.isRecord
}

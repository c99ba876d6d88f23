import { sql } from 'kysely'
import { type PlayerCard, userChanged } from '#accounts/server/changes.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import { machinesChanged } from '#machines/server/changes.ts'
import type { Db } from '#platform/db/database.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import type { DocumentWriter } from '#platform/live/server/documents.ts'
import { documentsById, updates } from '#platform/live/server/live-query.ts'
import { settingsChanged } from '#platform/settings/site-settings.ts'
import { type PlayingDoc, scoresHighlights, type WeekRecordDoc } from '#scores/contract/highlights.ts'
import type { PictureSize } from '#uploads/contract.ts'
import type { BoardCache } from '../boards/board-cache.ts'
import { playingHours, recordDays } from '../boards/periods.ts'
import { isNewScore, keepsBoardsUnchanged, scoreChanged, scoresErased, scoresMerged } from '../changes.ts'
import { isCounted, type ScoreRecord } from '../score-fields.ts'

/** the key of the one view */
const HIGHLIGHTS = 'highlights'
const RECORDS = 'weekRecords'
const MOST_RECORDS = 5
const PLAYING = 'playing'
const MOST_PLAYING = 8
/** scores in which the players who play now are looked for, so that finding them does not read a long table */
const LATEST_SCORES = 500

type RecordRow = Pick<
  ScoreRecord,
  'id' | 'userId' | 'username' | 'displayName' | 'avatar' | 'machineId' | 'machineName' | 'machineFacts' | 'value' | 'achievedAt'
>
type PlayingRow = Pick<
  ScoreRecord,
  'id' | 'userId' | 'username' | 'displayName' | 'avatar' | 'machineId' | 'machineName' | 'createdAt' | 'receipt'
>

/**
 * The newest records that were set since a time, newest first. Each machine that has scores needs one look-up in the index of the boards'
 * order.
 */
async function recordsSince(tx: Db, since: number): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    SELECT b.score_id AS id, b.user_id AS "userId", u.username, u.display_name AS "displayName", u.avatar, t.machine_id AS "machineId",
      m.name AS "machineName", m.facts AS "machineFacts", b.value, (extract(epoch FROM b.achieved_at) * 1000)::bigint AS "achievedAt"
    FROM machine_totals t JOIN machine_cards m ON m.id = t.machine_id CROSS JOIN LATERAL (
      SELECT user_id, score_id, value, achieved_at FROM bests WHERE machine_id = t.machine_id ORDER BY value DESC, achieved_at, user_id LIMIT 1
    ) b JOIN player_cards u ON u.id = b.user_id
    WHERE t.players > 0 AND b.achieved_at >= ${new Date(since)} ORDER BY b.achieved_at DESC, t.machine_id LIMIT ${sql.lit(MOST_RECORDS)}
  `.execute(tx)
  return rows
}

/** The latest score of each player who has submitted one since a time, newest first. */
async function playingSince(tx: Db, since: number): Promise<PlayingRow[]> {
  const { rows } = await sql<PlayingRow>`
    SELECT s.id, s.user_id AS "userId", u.username, u.display_name AS "displayName", u.avatar, s.machine_id AS "machineId",
      m.name AS "machineName", (extract(epoch FROM s.created_at) * 1000)::bigint AS "createdAt", s.receipt
    FROM (
      SELECT DISTINCT ON (user_id) id, user_id, machine_id, created_at, receipt FROM scores
      WHERE receipt > (SELECT max(receipt) FROM scores) - ${sql.lit(LATEST_SCORES)} AND created_at >= ${new Date(since)}
        AND removed_at IS NULL AND status <> 'rejected' AND NOT under_review
      ORDER BY user_id, receipt DESC
    ) s JOIN player_cards u ON u.id = s.user_id JOIN machine_cards m ON m.id = s.machine_id
    WHERE u.deleted_at IS NULL ORDER BY s.receipt DESC LIMIT ${sql.lit(MOST_PLAYING)}
  `.execute(tx)
  return rows
}

const withAvatar = (avatar: PictureSize | null) => (avatar === null ? {} : { avatar })

function recordDocument({ id: scoreId, achievedAt, machineFacts, avatar, ...row }: RecordRow): WeekRecordDoc & Fields {
  const { userId, username, displayName, machineName, value } = row
  return {
    userId,
    username,
    displayName,
    ...withAvatar(avatar),
    machineName,
    machineFacts: { ...machineFacts },
    scoreId,
    value,
    achievedAt: new Date(achievedAt),
  }
}

function playingDocument({ id: scoreId, createdAt, avatar, ...row }: PlayingRow): PlayingDoc & Fields {
  const { username, displayName, machineId, machineName, receipt } = row
  return { username, displayName, ...withAvatar(avatar), scoreId, machineId, machineName, createdAt: new Date(createdAt), receipt }
}

/**
 * Shows a new score if it is its machine's record.
 * @param since returns from when on records are shown (ms); midnight in a time zone takes a while to find, and few scores are records
 * @returns true if the records have to be loaded again
 */
function applyRecord(boards: BoardCache, since: () => number, documents: DocumentWriter, score: ScoreRecord): boolean {
  const record = boards.currentRecord(score.machineId)
  if (record === undefined) return true
  const isRecord = record?.id === score.userId && record.value === score.value && record.achievedAt === score.achievedAt
  if (!isRecord) return false
  const shownAt = timeOf(documents, score.machineId)
  if (score.achievedAt < since()) return shownAt !== null
  // With the time of the old record or an earlier one, another machine may have to take its place. So may an equal score of the player.
  if (shownAt !== null && shownAt >= score.achievedAt) return true
  const times = documents.ids(RECORDS).map(id => timeOf(documents, id)!)
  const oldest = Math.min(...times)
  if (shownAt === null && times.length === MOST_RECORDS) {
    if (times.filter(time => time === oldest).length > 1 || score.achievedAt === oldest) return true
    if (score.achievedAt < oldest) return false
    documents.remove(RECORDS, documents.ids(RECORDS).find(id => timeOf(documents, id) === oldest)!)
  }
  documents.put(RECORDS, score.machineId, recordDocument(score))
  return false
}

const timeOf = (documents: DocumentWriter, machineId: string): number | null =>
  (documents.get(RECORDS, machineId)?.achievedAt as Date | undefined)?.getTime() ?? null

/** Shows the player of a new score first. */
function applyPlaying(now: number, documents: DocumentWriter, score: ScoreRecord): void {
  const receiptOf = (id: string): number => Number(documents.get(PLAYING, id)?.receipt ?? 0)
  if (!isCounted(score) || score.createdAt < playingHours(now).from || score.receipt < receiptOf(score.userId)) return
  documents.put(PLAYING, score.userId, playingDocument(score))
  const ids = documents.ids(PLAYING)
  if (ids.length <= MOST_PLAYING) return
  const receipts = ids.map(receiptOf)
  documents.remove(PLAYING, ids[receipts.indexOf(Math.min(...receipts))]!)
}

/** Updates the name and picture of a player in all documents. */
function renamePlayer(documents: DocumentWriter, userId: string, { username, displayName, avatar }: PlayerCard): void {
  const records = documents.ids(RECORDS).filter(id => documents.get(RECORDS, id)?.userId === userId)
  const playing = documents.ids(PLAYING).filter(id => id === userId)
  for (const [collection, id] of [...records.map(each => [RECORDS, each] as const), ...playing.map(each => [PLAYING, each] as const)]) {
    const { avatar: _oldAvatar, ...fields } = documents.get(collection, id)!
    documents.put(collection, id, { ...fields, username, displayName, ...withAvatar(avatar as PictureSize | null) })
  }
}

/** Publishes what the home page shows beside the latest scores. A new score changes it without SQL while its machine's board is in memory. */
export function publishHighlights(
  { live, clock, settings }: Pick<FeatureContext, 'live' | 'clock' | 'settings'>,
  boards: BoardCache,
  cache: { name: string; maxIdle: number },
): void {
  const days = (now: number) => recordDays(now, settings.current().timeZone)
  live.query(scoresHighlights, {
    cache,
    params: () => ({}),
    standing: () => true,
    key: () => HIGHLIGHTS,
    async load(tx, _, { now, reloadAt }) {
      const [{ from, to }, hours] = [days(now), playingHours(now)]
      reloadAt(Math.min(to, hours.to))
      return {
        [RECORDS]: documentsById(await recordsSince(tx, from), row => [row.machineId, recordDocument(row)]),
        [PLAYING]: documentsById(await playingSince(tx, hours.from), row => [row.userId, playingDocument(row)]),
      }
    },
    reloadOn: [
      updates(
        scoreChanged,
        change => (keepsBoardsUnchanged(change) ? [] : [HIGHLIGHTS]),
        (_source, documents, change) => {
          if (change.op !== 'submitted') return true
          applyPlaying(clock.now(), documents, change.score)
          return applyRecord(boards, () => days(clock.now()).from, documents, change.score)
        },
        { gathers: isNewScore },
      ),
      updates(
        userChanged,
        ({ card }) => (card === undefined ? [] : [HIGHLIGHTS]),
        (_source, documents, { userId, card }) => renamePlayer(documents, userId, card!),
      ),
      scoresErased.touches(() => [HIGHLIGHTS]),
      scoresMerged.touches(() => [HIGHLIGHTS]),
      machinesChanged.touches(() => [HIGHLIGHTS]),
      settingsChanged.touches(({ rows }) => (rows.some(({ key }) => key === 'timeZone') ? [HIGHLIGHTS] : [])),
    ],
  })
}

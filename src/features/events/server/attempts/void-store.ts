import { sql } from 'kysely'
import type { Adjustment } from '#events/rules/adjustment.ts'
import type { VoidWindow } from '#events/rules/attempt.ts'
import type { TypedScores } from '#events/rules/result-agreement.ts'
import type { Db } from '#platform/db/database.ts'
import { epochMs } from '#platform/db/epoch-ms.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import type { StoredArrangement } from '../rounds/arrangement-store.ts'

export async function listVoidWindows(db: Db, eventId: string): Promise<VoidWindow[]> {
  const { rows } = await sql<VoidWindow>`
    SELECT id, machine_id AS "machineId", ${epochMs('from_at')} AS from, ${epochMs('to_at')} AS to FROM event_voids
    WHERE event_id = ${eventId} AND machine_id IS NOT NULL AND undone_at IS NULL
  `.execute(db)
  return rows
}

/** A confirmed game that was voided, as it was. */
export interface VoidGame {
  groupId: string
  /** 1 for the first of its group */
  game: number
  machineId: string
  result: string[]
  places: number[] | null
  scores: TypedScores | null
  scoredAt: number | null
}

/** What can be undone: exactly one of `attemptId`, `window`, `game`, `arrangement` and `adjustment`. */
export interface NewVoid {
  id: string
  eventId: string
  attemptId?: string | null
  window?: Omit<VoidWindow, 'id'> | null
  game?: VoidGame | null
  /** a change of rounds, in their order */
  arrangement?: StoredArrangement[]
  adjustment?: Adjustment
  by: string
  fingerprint: string
}

/** @returns false if the id was used before */
export async function insertVoid(
  tx: Db,
  { id, eventId, attemptId = null, window = null, game = null, arrangement, adjustment, by, fingerprint }: NewVoid,
): Promise<boolean> {
  return returnsRow(
    tx
      .insertInto('event_voids')
      .values({
        ...{ id, event_id: eventId, attempt_id: attemptId, by_user: by, fingerprint },
        machine_id: window?.machineId ?? null,
        from_at: window === null ? null : new Date(window.from),
        to_at: window === null ? null : new Date(window.to),
        group_id: game?.groupId ?? null,
        group_game: game?.game ?? 1,
        group_machine_id: game?.machineId || null,
        group_result: game?.result ?? null,
        group_places: game?.places ?? null,
        group_scores: game?.scores ? JSON.stringify(game.scores) : null,
        group_scored_at: game?.scoredAt ?? null,
        arrangement: arrangement === undefined ? null : JSON.stringify(arrangement),
        adjustment: adjustment === undefined ? null : JSON.stringify(adjustment),
      })
      .onConflict(conflict => conflict.column('id').doNothing())
      .returning('id'),
  )
}

export async function wasVoided(db: Db, id: string, eventId: string, by: string, fingerprint: string): Promise<boolean> {
  return returnsRow(
    db
      .selectFrom('event_voids')
      .select('id')
      .where(row => row.and({ id, event_id: eventId, by_user: by, fingerprint })),
  )
}

export interface VoidRow {
  attemptId: string | null
  game: VoidGame | null
  /** a change of rounds, in their order; null: something else */
  arrangement: StoredArrangement[] | null
  /** true: points or strikes were added or taken */
  isAdjustment: boolean
  undone: boolean
}

/** Returns a void and locks its row. */
export async function lockVoid(tx: Db, eventId: string, id: string): Promise<VoidRow | null> {
  const voided = await tx
    .selectFrom('event_voids')
    .select(['attempt_id as attemptId', 'undone_at as undoneAt', 'group_id as groupId', 'group_machine_id as machineId'])
    .select(['group_game as groupGame', 'group_result as result', 'group_places as places', 'group_scores as scores'])
    .select(['group_scored_at as scoredAt', 'arrangement', 'adjustment'])
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (voided === undefined) return null
  const { attemptId, undoneAt, groupId, groupGame, machineId, result, places, scoredAt, arrangement, adjustment } = voided
  const scores = voided.scores as TypedScores | null
  const game = groupId === null ? null : { groupId, game: groupGame, machineId: machineId ?? '', result: result!, places, scores, scoredAt }
  return {
    attemptId,
    undone: undoneAt !== null,
    game,
    // A change of one round was stored without a list before there were brackets.
    arrangement: arrangement === null ? null : ([arrangement].flat() as StoredArrangement[]),
    isAdjustment: adjustment !== null,
  }
}

export async function undoVoid(tx: Db, id: string): Promise<void> {
  await tx.updateTable('event_voids').set({ undone_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

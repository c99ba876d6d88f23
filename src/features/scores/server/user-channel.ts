import { sql } from 'kysely'
import { type ChangedSeats, eventChanged, madeVoid } from '#events/server/changes.ts'
import { listSeatsOfUsers } from '#events/server/shared/seats.ts'
import type { Db } from '#platform/db/database.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { signInFirst } from '#platform/live/call-errors.ts'
import { pictureRefused } from '#uploads/server/api.ts'
import { type ScoreVoided, USER_CHANNEL, type UserChannelMessage } from '../contract/channels.ts'
import type { BoardCache } from './boards/board-cache.ts'
import { scoreChanged } from './changes.ts'

const toChannel = (userId: string): string => `${USER_CHANNEL}:${userId}`

/**
 * Sends users the messages of `UserChannelMessage` (see `USER_CHANNEL`). Register it before the boards follow changes, because it reads the
 * previous record holder from the boards.
 */
export function registerUserChannel(
  { live, database, clock, log }: Pick<FeatureContext, 'live' | 'database' | 'clock' | 'log'>,
  boards: BoardCache,
): void {
  live.ddp.vent(USER_CHANNEL, context => {
    if (context.userId === null) throw signInFirst()
    context.on(toChannel(context.userId), event => event)
  })

  const emit = (userId: string, message: UserChannelMessage): void => live.ddp.emit(toChannel(userId), message)

  live.onChange(scoreChanged, ({ op, score, by }) => {
    const { id: scoreId, machineId, machineName, status, value } = score
    if ((op === 'commented' || op === 'moderated') && by !== undefined && by !== score.userId)
      emit(score.userId, { kind: op, scoreId, machineId, machineName, status })
    if (op !== 'submitted') return
    const recordHolder = boards.record(machineId)
    if (recordHolder !== null && recordHolder.id !== score.userId && value > recordHolder.value)
      emit(recordHolder.id, { kind: 'record-beaten', scoreId, machineId, machineName, value, by: score.displayName })
  })

  const tellOfVoid = async (voidId: string): Promise<void> => {
    for (const { userId, reason, ...score } of await listVoided(database.db, voidId))
      emit(userId, { kind: 'voided', ...score, ...(reason === null ? {} : { reason }) })
  }

  const tellSeats = async ({ roundId, entrantIds }: ChangedSeats): Promise<void> => {
    const seats = await listSeatsOfUsers(database.db, roundId, entrantIds === undefined ? null : { entrantIds }, new Date(clock.now()))
    for (const { userId, eventId, round, bye, machines, others } of seats)
      emit(userId, { kind: 'round-seat', eventId, round, bye, machines, others })
  }

  live.onChange(eventChanged, ({ eventId, change }) => {
    const voidId = madeVoid(change)
    if (voidId !== null) tellOfVoid(voidId).catch((err: unknown) => log.error({ err }, 'the players of voided scores could not be told'))
    if (change?.kind !== 'rounds') return
    const { played, seats } = change
    if (seats !== undefined) tellSeats(seats).catch((err: unknown) => log.error({ err }, 'the players of a round could not be told'))
    if (played?.overruled === undefined) return
    const { userId, game, by } = played.overruled
    if (userId !== by) emit(userId, { kind: 'result-replaced', eventId, groupId: played.group.id, game, by })
  })

  live.onChange(pictureRefused, ({ userId, ...refusal }) => {
    emit(userId, { kind: 'picture-refused', ...refusal })
  })
}

/** Lists the scores that a void took out of an event, of players with an account who did not void them themselves. */
async function listVoided(
  db: Db,
  voidId: string,
): Promise<(Omit<ScoreVoided, 'kind' | 'reason'> & { userId: string; reason: string | null })[]> {
  const { rows } = await sql<{
    userId: string
    scoreId: string
    eventId: string
    machineId: string
    machineName: string
    reason: string | null
  }>`
    SELECT v.user_id AS "userId", v.score_id AS "scoreId", v.event_id AS "eventId", v.machine_id AS "machineId", m.name AS "machineName", v.reason
    FROM event_score_voids v JOIN machine_cards m ON m.id = v.machine_id
    WHERE v.void_id = ${voidId} AND v.action = 'voided' AND v.user_id <> coalesce(v.by_user, '')
  `.execute(db)
  return rows
}

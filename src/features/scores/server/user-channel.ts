import { DdpError } from '../../../ddp/wire/error.ts'
import type { LiveServer } from '../../../platform/live/server/live-server.ts'
import { eventChanged } from '../../events/server/api.ts'
import { pictureRefused } from '../../uploads/server/api.ts'
import { USER_CHANNEL, type UserChannelMessage } from '../contract/channels.ts'
import type { BoardCache } from './boards/board-cache.ts'
import { scoreChanged } from './score-changes.ts'

const toChannel = (userId: string): string => `${USER_CHANNEL}:${userId}`

/**
 * Sends users the messages of `UserChannelMessage` (see `USER_CHANNEL`). Register it before the boards follow changes, because it reads the
 * previous record holder from the boards.
 */
export function registerUserChannel(live: LiveServer, boards: BoardCache): void {
  live.ddp.vent(USER_CHANNEL, context => {
    if (context.userId === null) throw new DdpError(401, 'Please sign in first.')
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

  live.onChange(eventChanged, ({ eventId, change }) => {
    const played = change?.kind === 'rounds' ? change.played : undefined
    if (played?.overruled === undefined) return
    const { userId, game, by } = played.overruled
    if (userId !== by) emit(userId, { kind: 'result-replaced', eventId, groupId: played.group.id, game, by })
  })

  live.onChange(pictureRefused, ({ userId, ...refusal }) => {
    emit(userId, { kind: 'picture-refused', ...refusal })
  })
}

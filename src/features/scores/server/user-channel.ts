import { DdpError } from '../../../ddp/wire/error.ts'
import type { LiveServer } from '../../../platform/live/server/live-server.ts'
import { pictureRefused } from '../../uploads/server/api.ts'
import { USER_CHANNEL, type UserNews } from '../contract.ts'
import type { BoardCache } from './boards/board-cache.ts'
import { scoreChanged } from './score-changes.ts'

const channelOf = (userId: string): string => `${USER_CHANNEL}:${userId}`

/**
 * Sends users the messages of `UserNews` (see `USER_CHANNEL`). Register it before the boards follow changes, because it reads the previous
 * record holder from the boards.
 */
export function registerUserChannel(live: LiveServer, boards: BoardCache): void {
  live.ddp.vent(USER_CHANNEL, venting => {
    if (venting.userId === null) throw new DdpError(401, 'Please sign in first.')
    venting.on(channelOf(venting.userId), event => event)
  })

  const tell = (userId: string, news: UserNews): void => live.ddp.emit(channelOf(userId), news)

  live.onChange(scoreChanged, ({ op, score, by }) => {
    const { id: scoreId, machineId, machineName, status, value } = score
    if ((op === 'commented' || op === 'moderated') && by !== undefined && by !== score.userId)
      tell(score.userId, { kind: op, scoreId, machineId, machineName, status })
    if (op !== 'submitted') return
    const holder = boards.record(machineId)
    if (holder !== null && holder.id !== score.userId && value > holder.value)
      tell(holder.id, { kind: 'record-beaten', scoreId, machineId, machineName, value, by: score.displayName })
  })

  live.onChange(pictureRefused, ({ userId, ...refusal }) => {
    tell(userId, { kind: 'picture-refused', ...refusal })
  })
}

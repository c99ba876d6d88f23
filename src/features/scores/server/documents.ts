import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { PictureSize, UploadedPicture } from '../../uploads/contract.ts'
import type { ScoreDoc } from '../contract.ts'
import type { ScoreRecord } from './score-changes.ts'

export function scoreDocument(score: ScoreRecord): ScoreDoc & Fields {
  return {
    userId: score.userId,
    username: score.username,
    displayName: score.displayName,
    ...(score.avatar ? { avatar: score.avatar } : {}),
    machineId: score.machineId,
    machineName: score.machineName,
    machineFacts: { ...score.machineFacts },
    ...(score.eventId !== null && score.eventShown ? { eventId: score.eventId } : {}),
    value: score.value,
    ...(score.strokes === null ? {} : { strokes: score.strokes }),
    achievedAt: new Date(score.achievedAt),
    createdAt: new Date(score.createdAt),
    receipt: score.receipt,
    status: score.status,
    version: score.version,
    ...(score.picture ? { picture: score.picture } : {}),
    ...(score.comment ? { comment: score.comment } : {}),
    ...(score.location ? { location: score.location } : {}),
    likes: score.likes,
    comments: score.comments,
  }
}

/** The picture of a board row's player, which has the small size only. */
export const rowPicture = (avatar: PictureSize | null): { picture?: UploadedPicture } =>
  avatar === null ? {} : { picture: { ...avatar, sizes: [avatar] } }

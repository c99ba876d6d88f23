import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { PictureSize, UploadedPicture } from '../../uploads/contract.ts'
import type { ScoreDoc } from '../contract.ts'
import type { ScoreRecord } from './score-changes.ts'
import { scoreFields } from './score-fields.ts'

export function scoreDocument(score: ScoreRecord): ScoreDoc & Fields {
  const { machineId, value, achievedAt, comment, location, picture, eventId, strokes, ...rest } = scoreFields(score)
  // A field that is added to a score is added here too.
  rest satisfies Record<string, never>
  return {
    userId: score.userId,
    username: score.username,
    displayName: score.displayName,
    ...(score.avatar ? { avatar: score.avatar } : {}),
    machineId,
    machineName: score.machineName,
    machineFacts: { ...score.machineFacts },
    ...(eventId !== null && score.eventShown ? { eventId } : {}),
    value,
    ...(strokes === null ? {} : { strokes }),
    achievedAt,
    createdAt: new Date(score.createdAt),
    receipt: score.receipt,
    status: score.status,
    version: score.version,
    ...(picture ? { picture } : {}),
    ...(comment ? { comment } : {}),
    ...(location ? { location } : {}),
    likes: score.likes,
    comments: score.comments,
  }
}

/** The picture of a board row's player, which has the small size only. */
export const rowPicture = (avatar: PictureSize | null): { picture?: UploadedPicture } =>
  avatar === null ? {} : { picture: { ...avatar, sizes: [avatar] } }

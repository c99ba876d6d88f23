import type { Fields } from '#ddp/wire/ejson.ts'
import type { PictureSize, UploadedPicture } from '#uploads/contract.ts'
import type { ScoreDoc } from '../contract/scores.ts'
import { type ScoreRecord, scoreFields } from './score-fields.ts'

const ABSENT: readonly unknown[] = [null, undefined, false, '']
type PresentFields<Row> = { [Field in keyof Row]?: Exclude<Row[Field], null | false> }

/** Returns the fields that are given. Documents leave the others out: those that are null, false or an empty text. */
const omitAbsent = <Row extends object>(row: Row): PresentFields<Row> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => !ABSENT.includes(value))) as PresentFields<Row>

export function scoreDocument(score: ScoreRecord): ScoreDoc & Fields {
  const { machineId, value, achievedAt, eventId, venueId, ...optional } = scoreFields(score)
  return {
    userId: score.userId,
    username: score.username,
    displayName: score.displayName,
    ...(score.avatar ? { avatar: score.avatar } : {}),
    machineId,
    machineName: score.machineName,
    machineFacts: { ...score.machineFacts },
    ...(eventId !== null && score.eventShown ? { eventId } : {}),
    ...(venueId !== null && score.venueShown ? { venueId } : {}),
    value,
    achievedAt,
    createdAt: new Date(score.createdAt),
    receipt: score.receipt,
    status: score.status,
    ...(score.underReview ? { underReview: true } : {}),
    version: score.version,
    ...(score.source ? { source: score.source } : {}),
    ...omitAbsent(optional),
    likes: score.likes,
    comments: score.comments,
  }
}

/** The picture of a board row's player, which has the small size only. */
export const toRowPicture = (avatar: PictureSize | null): { picture?: UploadedPicture } =>
  avatar === null ? {} : { picture: { ...avatar, sizes: [avatar] } }

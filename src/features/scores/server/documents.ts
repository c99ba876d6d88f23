import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { ScoreDoc } from '../contract.ts'
import type { ScoreNews } from './news.ts'

export function scoreDocument(score: ScoreNews): ScoreDoc & Fields {
  return {
    userId: score.userId,
    username: score.username,
    displayName: score.displayName,
    machineId: score.machineId,
    machineName: score.machineName,
    machineFacts: { ...score.machineFacts },
    value: score.value,
    achievedAt: new Date(score.achievedAt),
    createdAt: new Date(score.createdAt),
    receipt: score.receipt,
    status: score.status,
    version: score.version,
    ...(score.comment ? { comment: score.comment } : {}),
    ...(score.location ? { location: score.location } : {}),
    likes: score.likes,
    comments: score.comments,
  }
}

import type { FeatureContext } from '../../../platform/feature-context.ts'
import type { AccountsApi } from '../../accounts/server/api.ts'
import type { AuditApi } from '../../audit/server/api.ts'
import type { EventsApi } from '../../events/server/api.ts'
import type { GroupsApi } from '../../groups/server/api.ts'
import type { MachinesApi } from '../../machines/server/api.ts'
import type { PlayersApi } from '../../players/server/api.ts'
import type { ReportsApi } from '../../reports/server/api.ts'
import type { UploadsApi } from '../../uploads/server/api.ts'
import type { ScoresApi } from './api.ts'
import { BoardCache } from './boards/board-cache.ts'
import { serveCards } from './card/card.ts'
import { eraseScores } from './delete-user-scores.ts'
import { followChanges, registerScoresChannel } from './follow-changes.ts'
import { claimScores } from './guest-claim.ts'
import { mergeScores } from './merge-machine-scores.ts'
import { registerMethods } from './methods.ts'
import { Corrections } from './moderation/corrections.ts'
import { Moderation } from './moderation/moderation.ts'
import { publishQueue } from './moderation/moderation-queue.ts'
import { registerPublications } from './publications.ts'
import { exportedScore } from './score-fields.ts'
import { scorePictures } from './score-pictures.ts'
import { scoreTitle } from './score-title.ts'
import { ScoreSocial } from './social/score-social.ts'
import { commentsBy, likedBy } from './social/social-store.ts'
import { listUserScores, recentScores, scoreById } from './store.ts'
import { SCORE_PICTURE, SubmitService } from './submit/submit-service.ts'
import { registerUserChannel } from './user-channel.ts'

export interface ScoresFeature extends ScoresApi {
  boards: BoardCache
  /** Resolves when all scores submitted so far have their results. */
  idle(): Promise<void>
}

export interface ScoresDependencies {
  accounts: AccountsApi
  audit: AuditApi
  reports: ReportsApi
  groups: GroupsApi
  machines: MachinesApi
  players: PlayersApi
  uploads: UploadsApi
  events: EventsApi
}

export function startScores(platform: FeatureContext, dependencies: ScoresDependencies): ScoresFeature {
  const { database, clock, live } = platform
  const { accounts, audit, machines, reports, uploads, events } = dependencies
  const boards = platform.caches.add('boards', new BoardCache(database, clock, live.feed))
  const submissions = new SubmitService({ ...dependencies, database, clock, boards, feed: live.feed })
  const corrections = new Corrections({ ...dependencies, database, clock })
  const moderation = new Moderation({ database, accounts, audit, reports, events })
  const company = new ScoreSocial({ database, accounts, audit })
  registerUserChannel(live, boards)
  followChanges(live, boards, machines)
  registerPublications(platform, dependencies, boards)
  registerScoresChannel(live)
  publishQueue(platform, accounts, boards)
  serveCards(platform, boards)
  registerMethods(platform, dependencies, { submissions, corrections, moderation, company }, boards)

  reports.subject('score', async (db, scoreId) => {
    const score = await scoreById(db, scoreId)
    if (score === null) return null
    return { label: scoreTitle(score), path: `/scores/${scoreId}`, userId: score.userId }
  })
  reports.subject('comment', (_db, commentId) => company.subject(commentId))
  events.onClaim(claimScores(dependencies, clock))
  machines.onMerge(mergeScores)
  uploads.owner(SCORE_PICTURE, scorePictures)
  accounts.onDelete(
    async (tx, deleting) => {
      const news = await eraseScores(tx, deleting, events)
      await uploads.dropOf(tx, SCORE_PICTURE, deleting.userId)
      return news
    },
    () => submissions.idle(),
  )
  accounts.onExport(async userId => ({
    'scores.json': (await listUserScores(database.db, userId)).map(exportedScore),
    'comments.json': await commentsBy(database.db, userId),
    'likes.json': await likedBy(database.db, userId),
  }))
  return {
    boards,
    idle: () => submissions.idle(),
    latest: ({ machineId = null, eventId = null, userId = null }, limit) =>
      recentScores(database.db, { limit, before: null, machineId, userId, groupId: null, eventId }),
  }
}

import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { EventsApi } from '#events/server/api.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import type { PlayersApi } from '#players/server/api.ts'
import type { ReportsApi } from '#reports/server/api.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import type { ScoresApi } from './api.ts'
import { BoardCache } from './boards/board-cache.ts'
import { serveCards } from './card/card.ts'
import { deleteUserScores } from './delete-user-scores.ts'
import { followChanges, registerScoresChannel } from './follow-changes.ts'
import { claimScores } from './guest-claim.ts'
import { mergeScores } from './merge-machine-scores.ts'
import { registerMethods } from './methods.ts'
import { Corrections } from './moderation/corrections.ts'
import { Moderation } from './moderation/moderation.ts'
import { publishModerationQueue } from './moderation/moderation-queue.ts'
import { countPendingScores } from './moderation/moderation-queue-store.ts'
import { ScoreReview } from './moderation/score-review.ts'
import { registerPublications } from './publications.ts'
import { scoreChanged, scoresErased } from './score-changes.ts'
import { toExportedScore } from './score-fields.ts'
import { scorePictures } from './score-pictures.ts'
import { scoreTitle } from './score-title.ts'
import { ScoreSocial } from './social/score-social.ts'
import { listCommentsBy, listLikedScoreIds } from './social/social-store.ts'
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
  const boards = platform.caches.add('boards', new BoardCache(database, clock, live.changeLog))
  const submitService = new SubmitService({ ...dependencies, database, clock, boards, changeLog: live.changeLog })
  const review = new ScoreReview({ database, clock, boards, events })
  const corrections = new Corrections({ ...dependencies, database, clock, review })
  const moderation = new Moderation({ database, accounts, audit, reports, events })
  const scoreSocial = new ScoreSocial({ database, accounts, audit })
  registerUserChannel(platform, boards)
  followChanges(live, boards, machines)
  registerPublications(platform, dependencies, boards)
  registerScoresChannel(live)
  publishModerationQueue(platform, accounts, boards)
  serveCards(platform, { boards, machines, events })
  registerMethods(platform, dependencies, { submitService, corrections, moderation, review, scoreSocial }, boards)

  // These concern comments and pictures of scores too, which are shown by their scores.
  const vanishing = [
    scoreChanged.touches(({ op, score }) => (op === 'removed' || op === 'commented' || op === 'pictured' ? [score.id] : [])),
    scoresErased.touches(({ touched }) => touched),
  ]
  reports.registerSubject(
    'score',
    async (db, scoreId) => {
      const score = await scoreById(db, scoreId)
      if (score === null) return null
      return { label: scoreTitle(score), path: `/scores/${scoreId}`, userId: score.userId }
    },
    vanishing,
  )
  reports.registerSubject('comment', (_db, commentId) => scoreSocial.describeForReport(commentId), [])
  events.onAttemptAccepted(review.onAttemptAccepted)
  events.onGuestClaimed(claimScores(dependencies, clock))
  machines.onMerge(mergeScores)
  uploads.registerOwner(SCORE_PICTURE, scorePictures)
  accounts.onDelete(
    async (tx, request) => {
      const changes = await deleteUserScores(tx, request, events)
      await uploads.removeAllOf(tx, SCORE_PICTURE, request.userId)
      return changes
    },
    () => submitService.idle(),
  )
  accounts.onExport(async userId => ({
    'scores.json': (await listUserScores(database.db, userId)).map(toExportedScore),
    'comments.json': await listCommentsBy(database.db, userId),
    'likes.json': await listLikedScoreIds(database.db, userId),
  }))
  return {
    boards,
    idle: () => submitService.idle(),
    countPending: countPendingScores,
    latest: ({ machineId = null, eventId = null, userId = null }, limit) =>
      recentScores(database.db, { limit, before: null, machineId, userId, groupId: null, eventId }),
  }
}

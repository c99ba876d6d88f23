import type { FeatureContext } from '#platform/feature-context.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import type { ReportedGameScoresHook, ScoresApi } from './api.ts'
import { BoardCache } from './boards/board-cache.ts'
import { BoardZones } from './boards/board-zones.ts'
import { SCORE_CALLS } from './calls.ts'
import { serveCards } from './card/card.ts'
import { scoreChanged, scoresErased } from './changes.ts'
import { deleteUserScores } from './delete-user-scores.ts'
import { followChanges, registerScoresChannel } from './follow-changes.ts'
import { recordGameScores } from './game-scores.ts'
import { claimScores } from './guest-claim.ts'
import { publishKiosks } from './kiosks/publish-kiosks.ts'
import { mergeScores } from './merge-machine-scores.ts'
import { publishModerationQueue } from './moderation/moderation-queue.ts'
import { countPendingScores } from './moderation/moderation-queue-store.ts'
import { onAttemptAccepted } from './moderation/score-review.ts'
import { createOwnScores } from './own-scores.ts'
import { registerPublications } from './publications.ts'
import { createReportedScores } from './reported-scores.ts'
import { toExportedScore } from './score-fields.ts'
import { scorePictures } from './score-pictures.ts'
import { scoreTitle } from './score-title.ts'
import type { ScoresDependencies } from './services.ts'
import { describeComment, listCommentsBy, listLikedScoreIds } from './social/social-store.ts'
import { listUserScores, recentScores, scoreById } from './store.ts'
import { SCORE_PICTURE, Submissions } from './submit/submissions.ts'
import { registerUserChannel } from './user-channel.ts'
import { publishVenueBoards } from './venues/publish-venues.ts'

export interface ScoresFeature extends ScoresApi {
  boards: BoardCache
  /** Resolves when all scores submitted so far have their results. */
  idle(): Promise<void>
}

export function startScores(platform: FeatureContext, dependencies: ScoresDependencies): ScoresFeature {
  const { database, clock, live } = platform
  const { accounts, machines, reports, uploads, events, venues } = dependencies
  const zones = new BoardZones({
    site: () => platform.settings.current().timeZone,
    event: eventId => events.timeZone(eventId),
    venue: async venueId => (await venues.venue(venueId))?.timeZone ?? 'UTC',
  })
  const boards = platform.caches.add('boards', new BoardCache(database, clock, live.changeLog, zones))
  const submissions = new Submissions({ ...dependencies, database, clock, boards, changeLog: live.changeLog })
  registerUserChannel(platform, boards)
  followChanges(live, boards, machines)
  registerPublications(platform, dependencies, boards)
  registerScoresChannel(live)
  publishModerationQueue(platform, accounts, boards)
  publishKiosks(platform, accounts)
  publishVenueBoards(platform, venues)
  serveCards(platform, { boards, machines, events })
  const services = { ...dependencies, database, clock, address: platform.address, boards, submissions }
  registerCalls(live, SCORE_CALLS, services)

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
  reports.registerSubject('comment', describeComment, [])
  events.onAttemptAccepted(onAttemptAccepted)
  events.onGuestClaimed(claimScores(dependencies, clock))
  const reportedHooks: ReportedGameScoresHook[] = []
  events.onGameScores(recordGameScores(uploads, clock, reportedHooks))
  machines.onMerge(mergeScores)
  uploads.registerOwner(SCORE_PICTURE, scorePictures)
  accounts.onDelete(
    async (tx, request) => {
      const changes = await deleteUserScores(tx, request, events)
      await uploads.removeAllOf(tx, SCORE_PICTURE, request.userId)
      return changes
    },
    () => submissions.idle(),
  )
  accounts.onExport(async userId => ({
    'scores.json': (await listUserScores(database.db, userId)).map(toExportedScore),
    'comments.json': await listCommentsBy(database.db, userId),
    'likes.json': await listLikedScoreIds(database.db, userId),
  }))
  return {
    boards,
    own: createOwnScores(services),
    reported: createReportedScores(services, reportedHooks),
    idle: () => submissions.idle(),
    countPending: countPendingScores,
    latest: ({ machineId = null, eventId = null, userId = null }, limit) =>
      recentScores(database.db, { limit, before: null, machineId, userId, groupId: null, eventId, venueId: null }),
  }
}

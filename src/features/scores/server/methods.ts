import type { EventsApi } from '#events/server/api.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { type BoardRow, boardsAround, boardsPlace } from '../contract/boards.ts'
import { scoresComment, scoresLike, scoresRemoveComment } from '../contract/likes-and-comments.ts'
import { scoresConfirm, scoresModerate } from '../contract/moderation.ts'
import { scoresEdit, scoresFlag, scoresRemove, scoresSubmit } from '../contract/scores.ts'
import type { BoardCache } from './boards/board-cache.ts'
import { authorizeScope } from './boards/board-scope.ts'
import { bestDetails } from './boards/board-store.ts'
import { toRowPicture } from './documents.ts'
import type { Corrections } from './moderation/corrections.ts'
import type { Moderation } from './moderation/moderation.ts'
import type { ScoreReview } from './moderation/score-review.ts'
import type { ScoreSocial } from './social/score-social.ts'
import type { SubmitService } from './submit/submit-service.ts'

export function registerMethods(
  { live, database }: FeatureContext,
  dependencies: { machines: MachinesApi; groups: GroupsApi; events: EventsApi },
  {
    submitService,
    corrections,
    moderation,
    review,
    scoreSocial,
  }: { submitService: SubmitService; corrections: Corrections; moderation: Moderation; review: ScoreReview; scoreSocial: ScoreSocial },
  boards: BoardCache,
): void {
  live.recordingMethod(scoresSubmit, async call => {
    const { answer, changes } = await submitService.submit(signedIn(call), call.input)
    await call.committed(changes)
    return answer
  })

  live.method(scoresEdit, async call => {
    await call.committed(await corrections.edit(signedIn(call), call.input))
    return {}
  })

  live.method(scoresRemove, async call => {
    await call.committed(await corrections.remove(signedIn(call), call.input.scoreId))
    return {}
  })

  live.method(scoresFlag, async call => {
    await call.committed(await moderation.flag(signedIn(call), call.input.scoreId, call.input.reason))
    return {}
  })

  live.method(scoresModerate, async call => {
    await call.committed(await moderation.moderate(signedIn(call), call.input))
    return {}
  })

  live.method(scoresConfirm, async call => {
    const { confirmations, changes } = await review.confirm(signedIn(call), call.input.scoreId, call.input.confirm)
    await call.committed(changes)
    return { confirmations }
  })

  live.method(scoresLike, async call => {
    const { likes, changes } = await scoreSocial.like(signedIn(call), call.input.scoreId, call.input.like)
    await call.committed(changes)
    return { likes }
  })

  live.method(scoresComment, async call => {
    await call.committed(await scoreSocial.comment(signedIn(call), call.input))
    return { commentId: call.input._id }
  })

  live.method(scoresRemoveComment, async call => {
    await call.committed(await scoreSocial.removeComment(signedIn(call), call.input.commentId))
    return {}
  })

  live.method(boardsPlace, async ({ input: { scope, window = 'all', userId }, userId: readerId }) => {
    const resolvedScope = await authorizeScope(dependencies, scope, readerId)
    const { board: loaded } = await boards.get({ ...resolvedScope, window, verifiedOnly: false })
    const place = loaded.board.place(userId)
    return place === null ? null : { rank: place.rank, players: place.players, value: place.value, percentile: place.percentile }
  })

  live.method(boardsAround, async ({ input: { scope, window = 'all', userId, radius = 5 }, userId: readerId }) => {
    const resolvedScope = await authorizeScope(dependencies, scope, readerId)
    const { board: loaded, key } = await boards.get({ ...resolvedScope, window, verifiedOnly: false })
    const { board, spec } = loaded
    const place = board.place(userId)
    if (place === null) return { firstRank: 1, rows: [], players: board.players }
    const offset = Math.max(0, place.position - radius)
    const entries = board.rows(place.position + radius + 1 - offset, offset)
    const details = new Map(
      (
        await bestDetails(
          database.db,
          spec,
          entries.map(row => row.id),
        )
      ).map(detail => [detail.userId, detail]),
    )
    const rows: BoardRow[] = []
    for (const { id, value, achievedAt } of entries) {
      const detail = details.get(id)
      if (detail === undefined) continue
      const { username, displayName, avatar, supporter, scoreId, status } = detail
      rows.push({
        _id: `${key}/${id}`,
        board: key,
        userId: id,
        username,
        displayName,
        ...toRowPicture(avatar),
        supporter,
        scoreId,
        value,
        achievedAt: new Date(achievedAt),
        status,
      })
    }
    return { firstRank: 1 + board.countAbove(entries[0]!.value), rows, players: board.players }
  })
}

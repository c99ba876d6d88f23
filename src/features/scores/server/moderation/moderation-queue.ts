import type { AccountsApi } from '#accounts/server/api.ts'
import { userChanged } from '#accounts/server/changes.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import { machinesChanged } from '#machines/server/changes.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { fieldError, PART_ROWS } from '#platform/live/contract.ts'
import { documentsById } from '#platform/live/server/live-query.ts'
import { malformed } from '#platform/text/field-rules.ts'
import { moderatorsOnly } from '#roles/contract.ts'
import { guardGlobalRole } from '#roles/server/shared/role-guard.ts'
import { MODERATION_REASONS, type PendingScoreDoc, scoresQueue } from '#scores/contract/moderation.ts'
import type { BoardCache } from '../boards/board-cache.ts'
import { type ScoreChange, scoreChanged, scoresErased, scoresMerged } from '../changes.ts'
import { scoreDocument } from '../documents.ts'
import { listPendingScores, type PendingScoreRow } from './moderation-queue-store.ts'

/** With fewer players than this, a machine's typical range is not shown. */
const MIN_PLAYERS = 10
const QUEUE = 'queue'

/** The values that moderators compare a score with, for example to notice a superfluous zero. */
async function toComparison(boards: BoardCache, { machineId, userId }: PendingScoreRow): Promise<Omit<PendingScoreDoc, 'state' | 'flags'>> {
  const { board: loaded } = await boards.get({ machineId, window: 'all', verifiedOnly: false })
  const { board } = loaded
  return {
    players: board.players,
    record: board.rows(2).find(({ id }) => id !== userId)?.value ?? null,
    typical: board.players < MIN_PLAYERS ? null : { from: board.quantile(0.1)!, to: board.quantile(0.9)! },
  }
}

/** Publishes the scores that wait for a moderator. Only moderators may subscribe, and a subscription ends when the user loses that role. */
export function publishModerationQueue({ live }: FeatureContext, accounts: AccountsApi, boards: BoardCache): void {
  /**
   * True if a change may affect the queue. The typical range changes slightly with every new score, so of new scores only records count.
   */
  const affectsQueue = ({ op, score }: ScoreChange): boolean => {
    if (op === 'liked' || op === 'commented') return false
    const recordHolder = op === 'submitted' ? boards.record(score.machineId) : null
    return recordHolder === null || recordHolder.id === score.userId
  }

  live.query(scoresQueue, {
    cache: { name: 'moderation queue', maxIdle: 0 },
    async params({ state = null, limit = PART_ROWS, before = null }, publishing) {
      await guardGlobalRole(live, accounts, publishing, ['moderator', 'admin'], moderatorsOnly)
      if (before !== null && state === null) throw fieldError('before', malformed('belongs to one state'))
      return { state, limit, before }
    },
    async load(tx, { state, limit, before }, { watchKeys }) {
      watchKeys(QUEUE)
      const rows: PendingScoreRow[] = []
      for (const each of state === null ? MODERATION_REASONS : [state])
        if (rows.length < limit) rows.push(...(await listPendingScores(tx, each, { limit: limit - rows.length, before })))
      const scoreQueue: [string, Fields][] = []
      for (const row of rows) {
        const { state: reason, oddness, flags } = row
        const document: PendingScoreDoc = {
          state: reason,
          ...(await toComparison(boards, row)),
          ...(reason === 'held' ? { oddness } : {}),
          flags,
        }
        scoreQueue.push([row.id, document as PendingScoreDoc & Fields])
      }
      return { scores: documentsById(rows, row => [row.id, scoreDocument(row)]), scoreQueue }
    },
    reloadOn: [
      scoreChanged.touches(change => (affectsQueue(change) ? [QUEUE] : [])),
      ...[scoresErased.touches(() => [QUEUE]), scoresMerged.touches(() => [QUEUE]), machinesChanged.touches(() => [QUEUE])],
      userChanged.touches(({ card }) => (card === undefined ? [] : [QUEUE])),
    ],
  })
}

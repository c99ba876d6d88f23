import type { Publishing } from '../../../ddp/server/subscription.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import { invalid } from '../../../platform/live/contract.ts'
import { type Listed, lists } from '../../../platform/live/server/lists.ts'
import { signedIn } from '../../../platform/live/server/live-server.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDoor } from '../../accounts/server/door.ts'
import { scoresQueue, WAITING, type Waiting, type WaitingScoreDoc } from '../contract.ts'
import type { Boards } from './boards.ts'
import { scoreDocument } from './documents.ts'
import { moderates } from './moderation.ts'
import { ERASED_FEED, MERGED_FEED, SCORE_FEED, type ScoreChange } from './news.ts'
import { type WaitingRow, waitingScores } from './queue-store.ts'

interface Filter {
  state: Waiting | null
  limit: number
  before: string | null
}

/** Below this many players nobody can say what a machine gives. */
const FEW = 10

/** What a score is compared with, so that a zero too many is seen. */
async function comparison(boards: Boards, { machineId, userId }: WaitingRow): Promise<Omit<WaitingScoreDoc, 'state' | 'flags'>> {
  const { loaded } = await boards.current({ machineId, window: 'all', verifiedOnly: false })
  const { board } = loaded
  return {
    players: board.players,
    record: board.rows(2).find(({ id }) => id !== userId)?.value ?? null,
    typical: board.players < FEW ? null : { from: board.quantile(0.1)!, to: board.quantile(0.9)! },
  }
}

/** Publishes the scores that wait for a moderator, to moderators, for as long as they are. */
export function publishQueue({ live, database, log }: Platform, accounts: AccountsDoor, boards: Boards): void {
  const read = async ({ state, limit, before }: Filter): Promise<Listed> => {
    const rows: WaitingRow[] = []
    for (const each of state === null ? WAITING : [state])
      if (rows.length < limit) rows.push(...(await waitingScores(database.db, each, { limit: limit - rows.length, before })))
    const scoreQueue = new Map<string, Fields>()
    for (const row of rows) {
      const document: WaitingScoreDoc = { state: row.state, ...(await comparison(boards, row)), flags: row.flags }
      scoreQueue.set(row.id, document as WaitingScoreDoc & Fields)
    }
    return { scores: new Map(rows.map(row => [row.id, scoreDocument(row)])), scoreQueue }
  }
  const queue = lists(live, {
    name: 'moderation queue',
    mostIdle: 0,
    read,
    report: err => log.error({ err }, 'the scores that wait could not be read'),
  })
  const readers = new Set<Publishing>()
  const admit = async (publishing: Publishing): Promise<void> => {
    if (!(await moderates(accounts, signedIn(publishing)))) throw new DdpError(403, 'Only a moderator may do this.')
  }

  live.publish(scoresQueue, async (publishing, { state = null, limit = 50, before = null }) => {
    readers.add(publishing)
    publishing.onStop(() => void readers.delete(publishing))
    await admit(publishing)
    if (before !== null && state === null) throw invalid('before', 'belongs to one state')
    return [await queue.use(publishing, { state, limit, before })]
  })

  live.feed.on(SCORE_FEED, ({ body }) => {
    const { op, score } = body as ScoreChange
    if (op === 'liked' || op === 'commented') return
    // What a machine gives moves a little with every score; only a new record is news.
    const holder = op === 'submitted' ? boards.record(score.machineId) : null
    if (holder === null || holder.id === score.userId) queue.changed()
  })
  for (const kind of [ERASED_FEED, MERGED_FEED, 'machine']) live.feed.on(kind, () => queue.changed())
  live.feed.on('user', async ({ body }) => {
    const { userId } = body as { userId: string }
    queue.changed()
    for (const reader of readers) if (reader.userId === userId) await admit(reader).catch(error => reader.error(error))
  })
}

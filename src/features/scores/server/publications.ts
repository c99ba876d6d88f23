import type { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Publishing } from '../../../ddp/server/subscription.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import { LiveQueries, type LiveQuery } from '../../../platform/live/server/live-queries.ts'
import type { Platform } from '../../../platform/platform.ts'
import { machinesOne } from '../../machines/contract.ts'
import type { MachinesDoor } from '../../machines/server/door.ts'
import { playersOne } from '../../players/contract.ts'
import type { PlayersDoor } from '../../players/server/door.ts'
import { boardsPlaces, boardsTop, playersScores, SCORES_CHANNEL, type Scope, scoresOne, scoresPlaces, scoresRecent } from '../contract.ts'
import { BoardView } from './board-view.ts'
import type { Boards } from './boards.ts'
import { scoreDocument } from './documents.ts'
import { SCORE_FEED, type ScoreChange } from './news.ts'
import { OneView } from './one-view.ts'
import { openPlaces, PlayerBests } from './places-view.ts'
import { RecentView } from './recent-view.ts'
import { ScoreCount } from './score-count.ts'
import { openStats } from './stats-view.ts'
import { type RecentFilter, scoreById } from './store.ts'

/** The machine of a scope that this version knows. @throws DdpError 404 for groups and events, which come later, and unknown machines */
export async function machineOfScope(machines: MachinesDoor, scope: Scope): Promise<string> {
  if ('eventId' in scope) throw new DdpError(404, 'There is no such event.')
  if ('groupId' in scope) throw new DdpError(404, 'There is no such group.')
  if ((await machines.machine(scope.machineId)) === null) throw new DdpError(404, 'There is no such machine.')
  return scope.machineId
}

export function registerPublications(
  { live, database, clock, log }: Platform,
  { machines, players }: { machines: MachinesDoor; players: PlayersDoor },
  boards: Boards,
): LiveQueries[] {
  const boardQueries = new LiveQueries('board views', 300)
  const scoreQueries = new LiveQueries('score lists', 300)
  const recent = new Set<RecentView>()
  const ones = new Map<string, Set<OneView>>()
  const bests = new Map<string, PlayerBests>()
  const counts = new Map<string, ScoreCount>()
  const report = (cause: unknown): void => log.error({ err: cause }, 'a board could not follow')

  live.publish(boardsTop, async (publishing, { scope, window = 'all', limit = 50, verifiedOnly = false }) => {
    const machineId = await machineOfScope(machines, scope)
    const open = (): Promise<LiveQuery> =>
      new BoardView({ boards, database, clock, name: { machineId, window, verifiedOnly }, limit, report }).open()
    return [await boardQueries.use(publishing, `top ${machineId} ${window} ${limit} ${verifiedOnly}`, open)]
  })

  const placesSet = (publishing: Publishing, machineId: string, userId: string): Promise<LiveSet> =>
    boardQueries.use(publishing, `places ${machineId} ${userId}`, () => openPlaces({ boards, clock, machineId, userId, report }))

  live.publish(boardsPlaces, async (publishing, { machineId, userId }) => {
    await machineOfScope(machines, { machineId })
    return [await placesSet(publishing, machineId, userId)]
  })

  live.publish(machinesOne, async (publishing, { machineId }) => [
    await boardQueries.use(publishing, `stats ${machineId}`, () => openStats(boards, machineId)),
  ])

  const recentSet = async (publishing: Publishing, filter: RecentFilter): Promise<LiveSet> => {
    const open = async (): Promise<LiveQuery> => {
      const view = new RecentView(database, filter, closed => void recent.delete(closed))
      recent.add(view)
      await view.follower.ready.catch(error => {
        recent.delete(view)
        throw error
      })
      return view
    }
    return scoreQueries.use(publishing, `recent ${JSON.stringify(filter)}`, open)
  }

  live.publish(scoresRecent, async (publishing, { limit = 50, before, machineId, userId, eventId, groupId }) => {
    if (eventId !== undefined) throw new DdpError(404, 'There is no such event.')
    if (groupId !== undefined) throw new DdpError(404, 'There is no such group.')
    if (machineId !== undefined) await machineOfScope(machines, { machineId })
    return [await recentSet(publishing, { limit, before: before ?? null, machineId: machineId ?? null, userId: userId ?? null })]
  })

  live.publish(playersScores, async (publishing, { username, limit = 50, before }) => {
    const userId = await players.idOf(username)
    return [await recentSet(publishing, { limit, before: before ?? null, machineId: null, userId })]
  })

  live.publish(scoresPlaces, async (publishing, { scoreId }) => {
    const score = await scoreById(database.db, scoreId)
    if (score === null) throw new DdpError(404, 'There is no such score.')
    return [await placesSet(publishing, score.machineId, score.userId)]
  })

  live.publish(scoresOne, async (publishing, { scoreId }) => {
    const open = async (): Promise<LiveQuery> => {
      const views = ones.get(scoreId) ?? new Set()
      ones.set(scoreId, views)
      const close = (): void => {
        views.delete(view)
        if (views.size === 0 && ones.get(scoreId) === views) ones.delete(scoreId)
      }
      const view = new OneView(database, scoreId, close)
      views.add(view)
      await view.follower.ready.catch(error => {
        close()
        throw error
      })
      return view
    }
    return [await scoreQueries.use(publishing, `one ${scoreId}`, open)]
  })

  live.publish(playersOne, async (publishing, { username }) => {
    const userId = await players.idOf(username)
    const openBests = (): Promise<LiveQuery> => {
      const query = new PlayerBests(boards, userId)
      return kept(
        bests,
        userId,
        query,
        () => query.open(database),
        () => query.close(),
      )
    }
    const openCount = (): Promise<LiveQuery> => {
      const query = new ScoreCount(database, userId)
      return kept(
        counts,
        userId,
        query,
        () => query.follower.ready,
        () => undefined,
      )
    }
    return [
      await boardQueries.use(publishing, `bests ${userId}`, openBests),
      await scoreQueries.use(publishing, `count ${userId}`, openCount),
    ]
  })

  live.ddp.vent(SCORES_CHANNEL, venting => venting.on(SCORES_CHANNEL, event => event))

  live.feed.on(SCORE_FEED, async entry => {
    const change = entry.body as ScoreChange
    const { score, tally } = change
    await boards.offer(entry)
    machines.counted(score.machineId, { scores: tally.scores, players: tally.players })
    for (const view of recent) await view.follower.offer(entry)
    for (const view of ones.get(score.id) ?? []) await view.follower.offer(entry)
    await counts.get(score.userId)?.follower.offer(entry)
    await bests.get(score.userId)?.offer(change)
    if (change.op === 'submitted') live.ddp.emit(SCORES_CHANNEL, { _id: score.id, ...scoreDocument(score) })
  })
  return [boardQueries, scoreQueries]
}

/** Lets the feed find a query by its key as long as it is open; one that cannot be opened leaves again. */
async function kept<Q extends { set: LiveSet }>(
  open: Map<string, Q>,
  key: string,
  query: Q,
  ready: () => Promise<unknown>,
  stop: () => void,
): Promise<LiveQuery> {
  open.set(key, query)
  const close = (): void => {
    stop()
    if (open.get(key) === query) open.delete(key)
  }
  try {
    await ready()
  } catch (error) {
    close()
    throw error
  }
  return { set: query.set, close }
}

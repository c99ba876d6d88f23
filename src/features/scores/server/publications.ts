import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Publishing } from '../../../ddp/server/subscription.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import type { FeedEntry } from '../../../platform/db/feed/write.ts'
import type { LiveQueries, LiveQuery } from '../../../platform/live/server/live-queries.ts'
import { signedIn } from '../../../platform/live/server/live-server.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDoor } from '../../accounts/server/door.ts'
import { EVENT_FEED, type EventsDoor } from '../../events/server/door.ts'
import { type GroupsDoor, MEMBERSHIP_FEED, type MembershipChange } from '../../groups/server/door.ts'
import { machinesOne } from '../../machines/contract.ts'
import type { MachinesDoor } from '../../machines/server/door.ts'
import { playersOne } from '../../players/contract.ts'
import type { PlayersDoor } from '../../players/server/door.ts'
import {
  boardsPlaces,
  boardsTop,
  groupsMachines,
  playersProgress,
  playersScores,
  SCORES_CHANNEL,
  scoresLiked,
  scoresOne,
  scoresPlaces,
  scoresRecent,
} from '../contract.ts'
import { BoardView } from './board-view.ts'
import type { Boards } from './boards.ts'
import { likes } from './company-store.ts'
import { scoreDocument } from './documents.ts'
import { GroupMachinesView } from './group-machines-view.ts'
import { ERASED_FEED, MERGED_FEED, SCORE_FEED, type ScoreChange, type ScoresErased, type ScoresMerged, sparesBoards } from './news.ts'
import { OneView } from './one-view.ts'
import { OpenQueries } from './open-queries.ts'
import { openPlaces, PlayerBests } from './places-view.ts'
import { mostPlayed, ProgressView } from './progress-view.ts'
import { RecentView } from './recent-view.ts'
import { admittedScope, machineThere } from './scopes.ts'
import { ScoreCount } from './score-count.ts'
import { openStats } from './stats-view.ts'
import { type RecentFilter, scoreById } from './store.ts'

export function registerPublications(
  { live, database, clock, log }: Platform,
  doors: { accounts: AccountsDoor; machines: MachinesDoor; players: PlayersDoor; groups: GroupsDoor; events: EventsDoor },
  boards: Boards,
): LiveQueries[] {
  const { accounts, machines, players, groups, events } = doors
  const boardQueries = live.queries('board views', 300)
  const scoreQueries = live.queries('score lists', 300)
  const recent = new OpenQueries<RecentView>()
  const ones = new OpenQueries<OneView>()
  const bests = new OpenQueries<PlayerBests>()
  const counts = new OpenQueries<ScoreCount>()
  const progress = new OpenQueries<ProgressView>()
  const groupMachines = new OpenQueries<GroupMachinesView>()
  /** players of a machine when last heard of, and the entry by which there were more or fewer */
  const machinePlayers = new Map<string, { players: number; moved: number }>()
  const playersMoved = (machineId: string, players: number, n: number): number => {
    const known = machinePlayers.get(machineId)
    if (known?.players === players) return known.moved
    machinePlayers.set(machineId, { players, moved: n })
    return n
  }
  const liked = new OpenQueries<{ scoreId: string; set: LiveSet; load(): Promise<void> }>()
  const report = (cause: unknown): void => log.error({ err: cause }, 'a board could not follow')

  live.publish(boardsTop, async (publishing, { scope, window = 'all', limit = 50, verifiedOnly = false }) => {
    const among = await admittedScope(doors, scope, publishing)
    const open = (): Promise<LiveQuery> =>
      new BoardView({ boards, database, clock, name: { ...among, window, verifiedOnly }, limit, report }).open()
    return [await boardQueries.use(publishing, `top ${JSON.stringify(among)} ${window} ${limit} ${verifiedOnly}`, open)]
  })

  const placesSet = (publishing: Publishing, machineId: string, userId: string): Promise<LiveSet> =>
    boardQueries.use(publishing, `places ${machineId} ${userId}`, () => openPlaces({ boards, clock, machineId, userId, report }))

  live.publish(boardsPlaces, async (publishing, { machineId, userId }) => {
    return [await placesSet(publishing, await machineThere(machines, machineId), userId)]
  })

  live.publish(machinesOne, async (publishing, { machineId }) => [
    await boardQueries.use(publishing, `stats ${machineId}`, () => openStats(boards, machineId)),
  ])

  const recentSet = (publishing: Publishing, filter: RecentFilter): Promise<LiveSet> =>
    scoreQueries.use(publishing, `recent ${JSON.stringify(filter)}`, () => {
      const view = new RecentView(database, groups, filter)
      return recent.keep('', view, view.follower.ready)
    })

  live.publish(
    scoresRecent,
    async (publishing, { limit = 50, before = null, machineId = null, userId = null, eventId = null, groupId = null }) => {
      if (eventId !== null) await events.admit(publishing, eventId)
      if (groupId !== null) await groups.admit(publishing, groupId)
      const machine = machineId === null ? null : await machineThere(machines, machineId)
      return [await recentSet(publishing, { limit, before, machineId: machine, userId, groupId, eventId })]
    },
  )

  live.publish(playersScores, async (publishing, { username, limit = 50, before = null }) => {
    const userId = await players.idOf(username)
    return [await recentSet(publishing, { limit, before, machineId: null, userId, groupId: null, eventId: null })]
  })

  live.publish(scoresPlaces, async (publishing, { scoreId }) => {
    const score = await scoreById(database.db, scoreId)
    if (score === null) throw new DdpError(404, 'There is no such score.')
    return [await placesSet(publishing, score.machineId, score.userId)]
  })

  live.publish(scoresOne, async (publishing, { scoreId }) => [
    await scoreQueries.use(publishing, `one ${scoreId}`, () => {
      const view = new OneView(database, scoreId)
      return ones.keep(scoreId, view, view.follower.ready)
    }),
  ])

  live.publish(scoresLiked, async (publishing, { scoreId }) => {
    const userId = signedIn(publishing)
    const id = `${scoreId}/${userId}`
    const open = (): Promise<LiveQuery> => {
      const set = new LiveSet()
      const load = async (): Promise<void> => {
        if (await likes(database.db, scoreId, userId)) set.put('likes', id, { scoreId, userId })
        else set.remove('likes', id)
      }
      return liked.keep(id, { scoreId, set, load }, load())
    }
    return [await scoreQueries.use(publishing, `liked ${id}`, open)]
  })

  live.publish(playersOne, async (publishing, { username }) => {
    const userId = await players.idOf(username)
    const openBests = (): Promise<LiveQuery> => {
      const query = new PlayerBests(boards, userId)
      return bests.keep(userId, query, query.open(database), () => query.close())
    }
    const openCount = (): Promise<LiveQuery> => {
      const query = new ScoreCount(database, userId)
      return counts.keep(userId, query, query.follower.ready)
    }
    return [
      await boardQueries.use(publishing, `bests ${userId}`, openBests),
      await scoreQueries.use(publishing, `count ${userId}`, openCount),
    ]
  })

  live.publish(playersProgress, async (publishing, { username, machineId }) => {
    const userId = await players.idOf(username)
    const named = machineId === undefined ? undefined : await machines.followed(machineId)
    if (named === null) throw new DdpError(404, 'There is no such machine.')
    const machine = named === undefined ? await mostPlayed(database.db, userId) : { machineId: named.machineId, machineName: named.name }
    if (machine === null) return []
    const key = `${userId}/${machine.machineId}`
    const open = (): Promise<LiveQuery> => {
      const query = new ProgressView(database, userId, machine)
      return progress.keep(key, query, query.follower.ready)
    }
    return [await scoreQueries.use(publishing, `progress ${key}`, open)]
  })

  live.publish(groupsMachines, async (publishing, { groupId }) => {
    await groups.admit(publishing, groupId)
    const open = (): Promise<LiveQuery> => {
      const query = new GroupMachinesView(database, groups, groupId)
      return groupMachines.keep(groupId, query, query.follower.ready)
    }
    return [await scoreQueries.use(publishing, `machines ${groupId}`, open)]
  })

  /** These are gone, perhaps, and the likes with them. */
  const unlike = async (scoreIds: readonly string[]): Promise<void> => {
    for (const view of liked.all()) if (scoreIds.includes(view.scoreId)) await view.load()
  }

  live.ddp.vent(SCORES_CHANNEL, venting => venting.on(SCORES_CHANNEL, event => event))

  live.feed.on(SCORE_FEED, async entry => {
    const change = entry.body as ScoreChange
    const { op, score, tally, by } = change
    // It may have been written with a name that was changed while it waited.
    const player = await accounts.person(score.userId)
    if (player !== null) Object.assign(score, { username: player.username, displayName: player.displayName })
    await boards.offer(entry)
    if (tally !== null) machines.counted(score.machineId, { scores: tally.scores, players: tally.players })
    for (const view of recent.all()) await view.follower.offer(entry)
    for (const view of ones.of(score.id)) await view.follower.offer(entry)
    if (op === 'liked') for (const view of liked.of(`${score.id}/${by}`)) await view.load()
    if (op === 'removed') await unlike([score.id])
    if (sparesBoards(change)) return
    for (const view of counts.of(score.userId)) await view.follower.offer(entry)
    for (const view of bests.of(score.userId)) await view.offer(change)
    for (const view of progress.of(`${score.userId}/${score.machineId}`)) await view.follower.offer(entry)
    const moved = tally === null ? 0 : playersMoved(score.machineId, tally.players, entry.n)
    for (const view of groupMachines.all()) if (view.concerns(score.userId, moved)) await view.follower.offer(entry)
    if (op === 'submitted') live.ddp.emit(SCORES_CHANNEL, { _id: score.id, ...scoreDocument(score) })
  })

  live.feed.on(ERASED_FEED, async entry => {
    const { userId, machines: gone, touched } = entry.body as ScoresErased
    await boards.offerErased(entry)
    await boards.renamed(userId)
    for (const { machineId, tally } of gone) {
      machines.counted(machineId, { scores: tally.scores, players: tally.players })
      playersMoved(machineId, tally.players, entry.n)
      for (const view of progress.of(`${userId}/${machineId}`)) await view.follower.offer(entry)
    }
    for (const view of recent.all()) if (view.concerns(entry)) await view.follower.offer(entry)
    await unlike(touched)
    for (const scoreId of touched) for (const view of ones.of(scoreId)) await view.follower.offer(entry)
    for (const view of counts.of(userId)) await view.follower.offer(entry)
    for (const view of groupMachines.all()) if (view.concerns(userId, entry.n)) await view.follower.offer(entry)
  })

  live.feed.on(EVENT_FEED, entry => boards.offerEvent(entry))

  live.feed.on(MERGED_FEED, async entry => {
    const { from, into, tally } = entry.body as ScoresMerged
    await boards.offerMerged(entry)
    machines.counted(into, { scores: tally.scores, players: tally.players })
    playersMoved(into, tally.players, entry.n)
    const machineName = (await machines.machine(into))?.name ?? ''
    for (const view of bests.all()) await view.merged(from, into, machineName)
    for (const view of progress.all()) if ([from, into].includes(view.machineId)) await view.follower.offer(entry)
    for (const view of groupMachines.all()) await view.follower.offer(entry)
  })

  live.feed.on(MEMBERSHIP_FEED, async entry => {
    await boards.offerMembership(entry)
    for (const view of recent.all()) if (view.concerns(entry)) await view.follower.offer(entry)
    for (const view of groupMachines.of((entry.body as MembershipChange).groupId)) await view.follower.offer(entry)
  })

  live.feed.on('machine', async entry => {
    for (const view of recent.all()) await view.follower.offer(entry)
    for (const view of ones.all()) await view.follower.offer(entry)
  })

  live.feed.on('user', async (entry: FeedEntry) => {
    const { userId } = entry.body as { userId: string }
    await boards.renamed(userId)
    for (const view of recent.all()) if (view.concerns(entry)) await view.follower.offer(entry)
    for (const view of ones.all()) if (view.mentions(userId)) await view.follower.offer(entry)
  })
  return [boardQueries, scoreQueries]
}

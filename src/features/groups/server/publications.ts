import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { FeedEntry } from '../../../platform/db/feed/write.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import type { LiveQueries, LiveQuery } from '../../../platform/live/server/live-queries.ts'
import { signedIn } from '../../../platform/live/server/live-server.ts'
import type { Platform } from '../../../platform/platform.ts'
import { groupsList, groupsMine, groupsOne } from '../contract.ts'
import type { Access } from './access.ts'
import { GROUP_FEED, type GroupChange, MEMBERSHIP_FEED, type MembershipChange } from './news.ts'
import * as store from './store.ts'

const groupDocument = ({ id, picture, ...group }: store.GroupRow): [string, Fields] => [
  id,
  picture === null ? group : { ...group, picture },
]

const memberDocument = ({ avatar, ...member }: store.MemberRow): [string, Fields] => [
  `${member.groupId}/${member.userId}`,
  avatar === null ? member : { ...member, avatar },
]

/** A set that is read again whenever something it is about has changed. */
interface View extends LiveQuery {
  follower: Follower
  concerns(entry: { groupId?: string; userId?: string }): boolean
}

type Loaded = [store.GroupRow[], store.MemberRow[]]

export function registerPublications({ live, database }: Platform, access: Access): LiveQueries {
  const queries = live.queries('groups', 300)
  const views = new Set<View>()

  /** @param before what has to happen before that is shown which was loaded */
  const open = async (
    load: (tx: Db) => Promise<Loaded>,
    concerns: View['concerns'],
    before: () => Promise<void> = async () => undefined,
  ): Promise<LiveQuery> => {
    const set = new LiveSet()
    const read = async (): Promise<number> => {
      const { groups, members, position } = await database.snapshot(async (tx, at) => {
        const [groups, members] = await load(tx)
        return { groups, members, position: at }
      })
      await before()
      set.replace('groups', new Map(groups.map(groupDocument)))
      set.replace('members', new Map(members.map(memberDocument)))
      return position
    }
    const view: View = {
      set,
      concerns: entry =>
        !view.follower.caughtUp ||
        concerns(entry) ||
        (entry.userId !== undefined && set.ids('members').some(id => id.endsWith(`/${entry.userId}`))),
      follower: follow(read, () => read().then(() => undefined)),
      close: () => void views.delete(view),
    }
    views.add(view)
    await view.follower.ready.catch(error => {
      views.delete(view)
      throw error
    })
    return view
  }

  live.publish(groupsList, async (publishing, { limit = 50, before = null }) => [
    await queries.use(publishing, `list ${limit} ${before}`, () =>
      open(
        async tx => [await store.publicGroups(tx, limit, before), []],
        ({ groupId }) => groupId !== undefined,
      ),
    ),
  ])

  live.publish(groupsOne, async (publishing, { groupId }) => {
    await access.admit(publishing, groupId)
    const load = async (tx: Db): Promise<Loaded> => {
      const group = await store.groupById(tx, groupId)
      return group === null ? [[], []] : [[group], await store.membersOf(tx, groupId)]
    }
    const openOne = (): Promise<LiveQuery> =>
      open(
        load,
        entry => entry.groupId === groupId,
        () => access.dismiss(groupId),
      )
    return [await queries.use(publishing, `one ${groupId}`, openOne)]
  })

  live.publish(groupsMine, async publishing => {
    const userId = signedIn(publishing)
    const openMine = (): Promise<LiveQuery> => {
      let own = new Set<string>()
      return open(
        async tx => {
          const groups = await store.groupsOf(tx, userId)
          own = new Set(groups.map(({ id }) => id))
          return [groups, await store.membershipsOf(tx, userId)]
        },
        entry => entry.userId === userId || (entry.groupId !== undefined && own.has(entry.groupId)),
      )
    }
    return [await queries.use(publishing, `mine ${userId}`, openMine)]
  })

  const offer = async (entry: FeedEntry): Promise<void> => {
    for (const view of [...views])
      if (view.concerns(entry.body as { groupId?: string; userId?: string }) && !queries.shed(view.set)) await view.follower.offer(entry)
  }
  // Who may no longer see it is told to go before what he may not see is read again.
  live.feed.on(GROUP_FEED, async entry => {
    await access.dismiss((entry.body as GroupChange).groupId)
    await offer(entry)
  })
  live.feed.on(MEMBERSHIP_FEED, async entry => {
    const { groupId, member } = entry.body as MembershipChange
    if (!member) await access.dismiss(groupId)
    await offer(entry)
  })
  live.feed.on('user', offer)
  return queries
}

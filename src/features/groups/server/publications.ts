import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { FeedEntry } from '../../../platform/db/feed/write.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import { LiveQueries, type LiveQuery } from '../../../platform/live/server/live-queries.ts'
import { signedIn } from '../../../platform/live/server/live-server.ts'
import type { Platform } from '../../../platform/platform.ts'
import { groupsList, groupsMine, groupsOne } from '../contract.ts'
import type { Access } from './access.ts'
import { GROUP_FEED, MEMBERSHIP_FEED, type MembershipChange } from './news.ts'
import * as store from './store.ts'

const groupDocument = ({ id, ...group }: store.GroupRow): [string, Fields] => [id, group]

const memberDocument = ({ roles, ...member }: store.MemberRow): [string, Fields] => [
  `${member.groupId}/${member.userId}`,
  { ...member, roles },
]

/** A set that is read again whenever something it is about has changed. */
interface View extends LiveQuery {
  follower: Follower
  concerns(entry: { groupId?: string; userId?: string }): boolean
}

export function registerPublications({ live, database }: Platform, access: Access): LiveQueries {
  const queries = new LiveQueries('groups', 300)
  const views = new Set<View>()

  const open = async (load: (tx: Db) => Promise<[store.GroupRow[], store.MemberRow[]]>, concerns: View['concerns']): Promise<LiveQuery> => {
    const set = new LiveSet()
    const read = (): Promise<number> =>
      database.snapshot(async (tx, position) => {
        const [groups, members] = await load(tx)
        set.replace('groups', new Map(groups.map(groupDocument)))
        set.replace('members', new Map(members.map(memberDocument)))
        return position
      })
    const view: View = {
      set,
      concerns: entry => concerns(entry) || (entry.userId !== undefined && set.ids('members').some(id => id.endsWith(`/${entry.userId}`))),
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
    const load = async (tx: Db): Promise<[store.GroupRow[], store.MemberRow[]]> => {
      const group = await store.groupById(tx, groupId)
      return group === null ? [[], []] : [[group], await store.membersOf(tx, groupId)]
    }
    return [await queries.use(publishing, `one ${groupId}`, () => open(load, entry => entry.groupId === groupId))]
  })

  live.publish(groupsMine, async publishing => {
    const userId = signedIn(publishing)
    const load = async (tx: Db): Promise<[store.GroupRow[], store.MemberRow[]]> => [
      await store.groupsOf(tx, userId),
      await store.membershipsOf(tx, userId),
    ]
    return [
      await queries.use(publishing, `mine ${userId}`, async () => {
        let own = new Set<string>()
        const view = await open(
          async tx => {
            const loaded = await load(tx)
            own = new Set(loaded[0].map(({ id }) => id))
            return loaded
          },
          entry => entry.userId === userId || (entry.groupId !== undefined && own.has(entry.groupId)),
        )
        return view
      }),
    ]
  })

  const offer = async (entry: FeedEntry): Promise<void> => {
    for (const view of [...views]) if (view.concerns(entry.body as { groupId?: string; userId?: string })) await view.follower.offer(entry)
  }
  // Who may no longer see it is told to go before what he may not see is read again.
  live.feed.on(GROUP_FEED, async entry => {
    await access.changed((entry.body as { groupId: string }).groupId, null)
    await offer(entry)
  })
  live.feed.on(MEMBERSHIP_FEED, async entry => {
    const { groupId, userId, member } = entry.body as MembershipChange
    if (!member) await access.changed(groupId, userId)
    await offer(entry)
  })
  live.feed.on('user', offer)
  return queries
}

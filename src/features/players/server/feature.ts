import { LiveSet } from '../../../ddp/server/live-set.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import { LiveQueries, type LiveQuery } from '../../../platform/live/server/live-queries.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDoor, KnownUser } from '../../accounts/server/door.ts'
import { playersOne } from '../contract.ts'
import type { PlayersDoor } from './door.ts'

export function startPlayers({ live }: Platform, { accounts }: { accounts: AccountsDoor }): PlayersDoor {
  const queries = new LiveQueries('players', 300)
  const open = new Map<string, () => Promise<void>>()

  const player = async (username: string): Promise<KnownUser> => {
    const user = await accounts.userByName(username)
    if (user === null) throw new DdpError(404, 'There is no such player.')
    return user
  }
  const openPlayer = async ({ id, username }: KnownUser): Promise<LiveQuery> => {
    const set = new LiveSet()
    const load = async (): Promise<void> => {
      const { displayName, createdAt } = await player(username)
      set.put('players', id, { username, displayName, bio: '', location: '', supporter: false, joinedAt: createdAt })
    }
    open.set(id, load)
    await load()
    const close = (): void => {
      if (open.get(id) === load) open.delete(id)
    }
    return { set, close }
  }

  live.publish(playersOne, async (publishing, { username }) => {
    const user = await player(username)
    return [await queries.use(publishing, user.id, () => openPlayer(user))]
  })
  live.feed.on('user', ({ body }) => open.get((body as { userId: string }).userId)?.())
  return { idOf: async username => (await player(username)).id }
}

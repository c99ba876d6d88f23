import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import type { Platform } from '../../../platform/platform.ts'
import { notificationsMine } from '../contract.ts'
import { MineView } from './mine-view.ts'
import { NOTIFICATIONS_FEED } from './service.ts'

/** @param publicKey asked for when somebody looks */
export function registerPublications({ live, database }: Platform, publicKey: () => string): void {
  const queries = live.queries('notifications', 50)
  const open = new Map<string, MineView>()

  const openView = async (userId: string): Promise<LiveQuery> => {
    const closed = (view: MineView): void => {
      if (open.get(userId) === view) open.delete(userId)
    }
    const view = new MineView(database, userId, publicKey(), closed)
    open.set(userId, view)
    await view.follower.ready.catch(error => {
      closed(view)
      throw error
    })
    return view
  }

  live.publish(notificationsMine, async publishing => {
    const { userId } = publishing
    return userId === null ? [] : [await queries.use(publishing, userId, () => openView(userId))]
  })
  live.feed.on(NOTIFICATIONS_FEED, entry => open.get((entry.body as { userId: string }).userId)?.follower.offer(entry))
}

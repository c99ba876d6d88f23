import { DdpError } from '../../../ddp/wire/error.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import type { Platform } from '../../../platform/platform.ts'
import { patreonLink } from '../contract.ts'
import { LinkView } from './link-view.ts'
import { LINK_FEED } from './service.ts'

/** Pages ask for it always: where nothing is configured, they are not there. */
export function publishNothing({ live }: Platform): void {
  live.publish(patreonLink, () => {
    throw new DdpError(404, 'Supporters cannot be linked here.')
  })
}

export function registerPublications({ live, database }: Platform): void {
  const queries = live.queries('supporter-links', 50)
  const open = new Map<string, LinkView>()

  const openView = async (userId: string): Promise<LiveQuery> => {
    const closed = (view: LinkView): void => {
      if (open.get(userId) === view) open.delete(userId)
    }
    const view = new LinkView(database, userId, closed)
    open.set(userId, view)
    await view.follower.ready.catch(error => {
      closed(view)
      throw error
    })
    return view
  }

  live.publish(patreonLink, async publishing => {
    const { userId } = publishing
    return userId === null ? [] : [await queries.use(publishing, userId, () => openView(userId))]
  })
  live.feed.on(LINK_FEED, entry => open.get((entry.body as { userId: string }).userId)?.follower.offer(entry))
}

import type { Publishing } from '../../../ddp/server/subscription.ts'
import type { LiveQueries, LiveQuery } from '../../../platform/live/server/live-queries.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDoor } from '../../accounts/server/door.ts'
import { reportsList } from '../contract.ts'
import { ReportsView } from './reports-view.ts'
import { mustModerate, REPORT_FEED, type ReportsService } from './service.ts'
import type { ReportFilter } from './store.ts'

export function registerPublications({ live, database }: Platform, accounts: AccountsDoor, service: ReportsService): LiveQueries {
  const queries = live.queries('reports', 20)
  const open = new Set<ReportsView>()
  const readers = new Set<Publishing>()

  const openView = async (filter: ReportFilter): Promise<LiveQuery> => {
    const view = new ReportsView(database, service, filter, closed => void open.delete(closed))
    open.add(view)
    await view.follower.ready.catch(error => {
      open.delete(view)
      throw error
    })
    return view
  }

  live.publish(reportsList, async (publishing, { state, limit = 50, before }) => {
    readers.add(publishing)
    publishing.onStop(() => void readers.delete(publishing))
    await mustModerate(accounts, publishing.userId)
    const filter: ReportFilter = { state: state ?? null, limit, before: before ?? null }
    return [await queries.use(publishing, JSON.stringify(filter), () => openView(filter))]
  })

  live.feed.on(REPORT_FEED, async entry => {
    for (const view of open) await view.follower.offer(entry)
  })
  live.feed.on('user', async entry => {
    const { userId } = entry.body as { userId: string }
    for (const view of open) if (view.isAbout(userId)) await view.follower.offer(entry)
    for (const reader of readers) if (reader.userId === userId) await mustModerate(accounts, userId).catch(error => reader.error(error))
  })
  return queries
}

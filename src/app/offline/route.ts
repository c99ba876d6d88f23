import * as m from '#messages'
import type { PageModule } from '#platform/live/route.ts'

export { OfflinePage as component } from './OfflinePage.tsx'

export const live: PageModule['live'] = () => []
export const head: PageModule['head'] = () => ({
  title: `${m.app_offline_list()} · Skillshot`,
  description: m.app_offline_description(),
  robots: 'noindex',
})

import * as m from '#messages'
import type { PageParts } from '../../platform/live/route.ts'

export { OfflinePage as component } from './OfflinePage.tsx'

export const live: PageParts['live'] = () => []
export const head: PageParts['head'] = () => ({
  title: m.app_offline_head(),
  description: m.app_offline_description(),
  robots: 'noindex',
})

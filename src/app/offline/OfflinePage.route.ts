import type { PageParts } from '../../platform/live/route.ts'

export { OfflinePage as component } from './OfflinePage.tsx'

export const live: PageParts['live'] = () => []
export const head: PageParts['head'] = () => ({
  title: 'Kept on this device · Skillshot',
  description: 'The last pages that were seen on this device.',
  robots: 'noindex',
})

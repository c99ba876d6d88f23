import type { PageParts } from '../../../../platform/live/route.ts'

const robots = 'noindex'

export { ClaimPage as component } from './ClaimPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: 'Claim your scores · Skillshot',
  description: 'You played an event as a guest: make its scores your own.',
  robots,
})

import type { PageParts } from '../../../../platform/live/route.ts'

export { JoinGroupPage as component } from './JoinGroupPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: 'Join a group · Skillshot',
  description: 'You are invited to a group on Skillshot.',
  robots: 'noindex',
})

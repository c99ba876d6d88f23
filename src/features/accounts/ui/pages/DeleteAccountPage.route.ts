import type { PageParts } from '../../../../platform/live/route.ts'

const robots = 'noindex'

export { DeleteAccountPage as component } from './DeleteAccountPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: 'Delete your account · Skillshot',
  description: 'Take your data with you, and delete your account.',
  robots,
})

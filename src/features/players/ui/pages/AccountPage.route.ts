import type { PageParts } from '../../../../platform/live/route.ts'

export { AccountPage as component } from './AccountPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: 'Your account · Skillshot',
  description: 'Your profile, your e-mail address, and where you are signed in.',
  robots: 'noindex',
})

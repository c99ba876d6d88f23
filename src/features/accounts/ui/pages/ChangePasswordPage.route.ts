import type { PageParts } from '../../../../platform/live/route.ts'

const robots = 'noindex'

export { ChangePasswordPage as component } from './ChangePasswordPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: 'Change your password · Skillshot',
  description: 'Choose another password for your account.',
  robots,
})

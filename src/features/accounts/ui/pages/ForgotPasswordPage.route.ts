import type { PageParts } from '../../../../platform/live/route.ts'

const robots = 'noindex'

export { ForgotPasswordPage as component } from './ForgotPasswordPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: 'Forgot your password? · Skillshot',
  description: 'Ask for a link to choose a new password.',
  robots,
})

import type { PageParts } from '../../../../platform/live/route.ts'

const robots = 'noindex'

export { SignInPage as component } from './SignInPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: 'Sign in · Skillshot',
  description: 'Sign in to put your pinball scores on the board.',
  robots,
})

import type { PageParts } from '../../../../platform/live/route.ts'

const robots = 'noindex'

export { SignUpPage as component } from './SignUpPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: 'Create an account · Skillshot',
  description: 'Create an account to put your pinball scores on the board.',
  robots,
})

import type { PageParts } from '../../../../platform/live/route.ts'

const robots = 'noindex'

export { NewEventPage as component } from './NewEventPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: 'New event · Skillshot',
  description: 'Set up a pinball event in two minutes.',
  robots,
})

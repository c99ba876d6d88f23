import type { PageParts } from '../../../../platform/live/route.ts'

export { NewGroupPage as component } from './NewGroupPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: 'New group · Skillshot',
  description: 'Make a board for your league, your bar or your friends.',
})

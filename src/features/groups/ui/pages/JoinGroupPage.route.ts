import * as m from '#messages'
import type { PageParts } from '../../../../platform/live/route.ts'

export { JoinGroupPage as component } from './JoinGroupPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: m.groups_join_title(),
  description: m.groups_join_about(),
  robots: 'noindex',
})

import * as m from '#messages'
import type { PageParts } from '../../../../platform/live/route.ts'

export { NewGroupPage as component } from './NewGroupPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: m.groups_new_title(),
  description: m.groups_new_about(),
})

import * as m from '#messages'
import type { PageParts } from '../../../../platform/live/route.ts'

const robots = 'noindex'

export { NewEventPage as component } from './NewEventPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: m.events_new_page_title(),
  description: m.events_new_page_about(),
  robots,
})

import * as m from '#messages'
import type { PageModule } from '#platform/live/route.ts'

const robots = 'noindex'

export { NewEventPage as component } from './NewEventPage.tsx'

export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = () => ({
  title: m.events_new_page_title(),
  description: m.events_new_page_about(),
  robots,
})

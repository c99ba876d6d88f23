import * as m from '#messages'
import type { PageModule } from '#platform/live/route.ts'

const robots = 'noindex'

export { NewEventPage as component } from './NewEventPage.tsx'

export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = () => ({
  title: `${m.ui_add_event()} · Skillshot`,
  description: m.ui_add_event_about(),
  robots,
})

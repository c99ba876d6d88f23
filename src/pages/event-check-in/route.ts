import * as m from '#messages'
import type { PageModule } from '#platform/live/route.ts'

const robots = 'noindex'

export { CheckInPage as component } from './CheckInPage.tsx'

export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = () => ({
  title: `${m.events_check_in()} · Skillshot`,
  description: m.events_check_in_about(),
  robots,
})

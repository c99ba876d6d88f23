import * as m from '#messages'
import type { PageModule } from '#platform/live/route.ts'

export { NewVenuePage as component } from './NewVenuePage.tsx'

export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = () => ({
  title: `${m.venues_new()} · Skillshot`,
  description: m.venues_new_about(),
})

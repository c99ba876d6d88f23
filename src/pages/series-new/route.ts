import * as m from '#messages'
import type { PageModule } from '#platform/live/route.ts'

const robots = 'noindex'

export { NewSeriesPage as component } from './NewSeriesPage.tsx'

export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = () => ({
  title: `${m.series_new()} · Skillshot`,
  description: m.series_new_about(),
  robots,
})

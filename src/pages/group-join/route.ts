import * as m from '#messages'
import type { PageModule } from '#platform/live/route.ts'

export { JoinGroupPage as component } from './JoinGroupPage.tsx'

export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = () => ({
  title: `${m.groups_join_page()} · Skillshot`,
  description: m.groups_join_about(),
  robots: 'noindex',
})

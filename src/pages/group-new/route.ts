import * as m from '#messages'
import type { PageModule } from '#platform/live/route.ts'

export { NewGroupPage as component } from './NewGroupPage.tsx'

export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = () => ({
  title: `${m.ui_create_group()} · Skillshot`,
  description: m.groups_new_about(),
})

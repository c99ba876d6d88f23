import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { rolesOwn } from '#roles/contract.ts'

export { AdminPage as component } from './AdminPage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(rolesOwn, {})]

export const head: PageModule['head'] = () => ({
  title: `${m.ui_administration()} · Skillshot`,
  description: m.roles_page_about(),
  robots: 'noindex',
})

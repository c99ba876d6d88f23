import { namesBlocked } from '#admin/contract.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { rolesOwn } from '#roles/contract.ts'

export { NamesPage as component } from './NamesPage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(rolesOwn, {}), subscribeTo(namesBlocked, {})]

export const head: PageModule['head'] = () => ({
  title: `${m.ui_blocked_names()} · Skillshot`,
  description: m.roles_tab_names_words(),
  robots: 'noindex',
})

import { usersList } from '#admin/contract.ts'
import { usersInput } from '#admin/ui/query-params.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { rolesOwn } from '#roles/contract.ts'

export { UsersPage as component } from './UsersPage.tsx'

export const live: PageModule['live'] = ({ query }) => [subscribeTo(rolesOwn, {}), subscribeTo(usersList, usersInput(query))]

export const head: PageModule['head'] = () => ({
  title: `${m.ui_users()} · Skillshot`,
  description: m.roles_tab_users_words(),
  robots: 'noindex',
})

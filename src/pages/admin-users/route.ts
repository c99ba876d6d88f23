import * as m from '#messages'
import { usersList } from '../../features/admin/contract.ts'
import { usersInput } from '../../features/admin/ui/query-params.ts'
import { rolesOwn } from '../../features/roles/contract.ts'
import { type PageModule, subscribeTo } from '../../platform/live/route.ts'

export { UsersPage as component } from './UsersPage.tsx'

export const live: PageModule['live'] = ({ query }) => [subscribeTo(rolesOwn, {}), subscribeTo(usersList, usersInput(query))]

export const head: PageModule['head'] = () => ({
  title: m.admin_users_head(),
  description: m.admin_users_description(),
  robots: 'noindex',
})

import * as m from '#messages'
import { type PageModule, subscribeTo } from '../../../../platform/live/route.ts'
import { rolesOwn } from '../../../roles/contract.ts'
import { usersList } from '../../contract.ts'
import { usersInput } from '../query-params.ts'

export { UsersPage as component } from './UsersPage.tsx'

export const live: PageModule['live'] = ({ query }) => [subscribeTo(rolesOwn, {}), subscribeTo(usersList, usersInput(query))]

export const head: PageModule['head'] = () => ({
  title: m.admin_users_head(),
  description: m.admin_users_description(),
  robots: 'noindex',
})

import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { rolesOwn } from '../../../roles/contract.ts'
import { usersList } from '../../contract.ts'
import { usersInput } from '../query-params.ts'

export { UsersPage as component } from './UsersPage.tsx'

export const live: PageParts['live'] = ({ query }) => [want(rolesOwn, {}), want(usersList, usersInput(query))]

export const head: PageParts['head'] = () => ({
  title: m.admin_users_head(),
  description: m.admin_users_description(),
  robots: 'noindex',
})

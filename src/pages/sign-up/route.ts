import * as m from '#messages'
import { LOGIN_SERVICES } from '../../features/accounts/contract.ts'
import { invitationsPolicy } from '../../features/invitations/contract.ts'
import { type PageModule, subscribeTo } from '../../platform/live/route.ts'

const robots = 'noindex'

export { SignUpPage as component } from './SignUpPage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(invitationsPolicy, {}), { name: LOGIN_SERVICES, params: [] }]

export const head: PageModule['head'] = () => ({
  title: m.accounts_up_head(),
  description: m.accounts_up_head_text(),
  robots,
})

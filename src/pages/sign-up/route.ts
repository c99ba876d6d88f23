import { LOGIN_SERVICES } from '#accounts/contract/accounts.ts'
import { invitationsPolicy } from '#invitations/contract.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'

const robots = 'noindex'

export { SignUpPage as component } from './SignUpPage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(invitationsPolicy, {}), { name: LOGIN_SERVICES, params: [] }]

export const head: PageModule['head'] = () => ({
  title: `${m.ui_create_account()} · Skillshot`,
  description: m.accounts_up_head_text(),
  robots,
})

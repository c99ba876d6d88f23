import * as m from '#messages'
import { invitationsAll, invitationsPolicy } from '../../features/invitations/contract.ts'
import { invitationsInput } from '../../features/invitations/ui/query-params.ts'
import { rolesOwn } from '../../features/roles/contract.ts'
import { type PageModule, subscribeTo } from '../../platform/live/route.ts'

export { AllInvitationsPage as component } from './AllInvitationsPage.tsx'

export const live: PageModule['live'] = ({ query }) => [
  subscribeTo(rolesOwn, {}),
  subscribeTo(invitationsPolicy, {}),
  subscribeTo(invitationsAll, invitationsInput(query)),
]

export const head: PageModule['head'] = () => ({
  title: m.invitations_admin_head(),
  description: m.invitations_about(),
  robots: 'noindex',
})

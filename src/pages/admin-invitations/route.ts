import { invitationsAll, invitationsPolicy } from '#invitations/contract.ts'
import { invitationsInput } from '#invitations/ui/query-params.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { rolesOwn } from '#roles/contract.ts'

export { AllInvitationsPage as component } from './AllInvitationsPage.tsx'

export const live: PageModule['live'] = ({ query }) => [
  subscribeTo(rolesOwn, {}),
  subscribeTo(invitationsPolicy, {}),
  subscribeTo(invitationsAll, invitationsInput(query)),
]

export const head: PageModule['head'] = () => ({
  title: `${m.ui_invitations()} · Skillshot`,
  description: m.invitations_about(),
  robots: 'noindex',
})

import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { rolesOwn } from '../../../roles/contract.ts'
import { invitationsAll, invitationsPolicy } from '../../contract.ts'
import { invitationsInput } from '../query-params.ts'

export { AllInvitationsPage as component } from './AllInvitationsPage.tsx'

export const live: PageParts['live'] = ({ query }) => [
  want(rolesOwn, {}),
  want(invitationsPolicy, {}),
  want(invitationsAll, invitationsInput(query)),
]

export const head: PageParts['head'] = () => ({
  title: m.invitations_admin_head(),
  description: m.invitations_about(),
  robots: 'noindex',
})

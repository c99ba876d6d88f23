import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { invitationsPolicy } from '../../contract.ts'

export { InvitePage as component } from './InvitePage.tsx'

export const live: PageParts['live'] = () => [want(invitationsPolicy, {})]

export const head: PageParts['head'] = () => ({
  title: m.invitations_head(),
  description: m.invitations_about(),
  robots: 'noindex',
})

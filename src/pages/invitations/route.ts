import { invitationsPolicy } from '#invitations/contract.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'

export { InvitePage as component } from './InvitePage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(invitationsPolicy, {})]

export const head: PageModule['head'] = () => ({
  title: `${m.invitations_title()} · Skillshot`,
  description: m.invitations_about(),
  robots: 'noindex',
})

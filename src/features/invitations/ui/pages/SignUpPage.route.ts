import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { invitationsPolicy } from '../../contract.ts'

const robots = 'noindex'

export { SignUpPage as component } from './SignUpPage.tsx'

export const live: PageParts['live'] = () => [want(invitationsPolicy, {})]

export const head: PageParts['head'] = () => ({
  title: m.accounts_up_head(),
  description: m.accounts_up_head_text(),
  robots,
})

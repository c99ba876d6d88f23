import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { rolesOwn } from '../../contract.ts'

export { AdminPage as component } from './AdminPage.tsx'

export const live: PageParts['live'] = () => [want(rolesOwn, {})]

export const head: PageParts['head'] = () => ({
  title: m.roles_page_title(),
  description: m.roles_page_about(),
  robots: 'noindex',
})

import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { rolesOwn } from '../../../roles/contract.ts'

export { AddMachinePage as component } from './AddMachinePage.tsx'

export const live: PageParts['live'] = () => [want(rolesOwn, {})]

export const head: PageParts['head'] = () => ({
  title: m.machines_add_head(),
  description: m.machines_add_description(),
  robots: 'noindex',
})

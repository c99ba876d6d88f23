import { type PageParts, want } from '../../../../platform/live/route.ts'
import { rolesOwn } from '../../../roles/contract.ts'

export { AddMachinePage as component } from './AddMachinePage.tsx'

export const live: PageParts['live'] = () => [want(rolesOwn, {})]

export const head: PageParts['head'] = () => ({
  title: 'Add machine · Skillshot',
  description: 'A machine that the catalogue does not have yet.',
  robots: 'noindex',
})

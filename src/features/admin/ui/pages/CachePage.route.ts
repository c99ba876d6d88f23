import { type PageParts, want } from '../../../../platform/live/route.ts'
import { rolesOwn } from '../../../roles/contract.ts'

export { CachePage as component } from './CachePage.tsx'

export const live: PageParts['live'] = () => [want(rolesOwn, {})]

export const head: PageParts['head'] = () => ({
  title: 'Cache admin · Skillshot',
  description: 'What is kept in memory.',
  robots: 'noindex',
})

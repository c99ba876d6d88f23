import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { rolesOwn } from '../../../roles/contract.ts'

export { CachePage as component } from './CachePage.tsx'

export const live: PageParts['live'] = () => [want(rolesOwn, {})]

export const head: PageParts['head'] = () => ({
  title: m.admin_cache_head(),
  description: m.admin_cache_description(),
  robots: 'noindex',
})

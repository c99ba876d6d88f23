import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { rolesOwn } from '#roles/contract.ts'

export { CachePage as component } from './CachePage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(rolesOwn, {})]

export const head: PageModule['head'] = () => ({
  title: m.admin_cache_head(),
  description: m.admin_cache_description(),
  robots: 'noindex',
})

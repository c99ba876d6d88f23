import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { rolesOwn } from '#roles/contract.ts'

export { CachePage as component } from './CachePage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(rolesOwn, {})]

export const head: PageModule['head'] = () => ({
  title: `${m.ui_caches()} · Skillshot`,
  description: m.roles_tab_cache_words(),
  robots: 'noindex',
})

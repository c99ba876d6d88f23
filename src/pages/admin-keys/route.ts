import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { rolesOwn } from '#roles/contract.ts'

export { KeysPage as component } from './KeysPage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(rolesOwn, {})]

export const head: PageModule['head'] = () => ({
  title: `${m.keys_title()} · Skillshot`,
  description: m.roles_tab_keys_words(),
  robots: 'noindex',
})

import * as m from '#messages'
import { namesBlocked } from '../../features/admin/contract.ts'
import { rolesOwn } from '../../features/roles/contract.ts'
import { type PageModule, subscribeTo } from '../../platform/live/route.ts'

export { NamesPage as component } from './NamesPage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(rolesOwn, {}), subscribeTo(namesBlocked, {})]

export const head: PageModule['head'] = () => ({ title: m.admin_names_head(), description: m.admin_names_description(), robots: 'noindex' })

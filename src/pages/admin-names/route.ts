import { namesBlocked } from '#admin/contract.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { rolesOwn } from '#roles/contract.ts'

export { NamesPage as component } from './NamesPage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(rolesOwn, {}), subscribeTo(namesBlocked, {})]

export const head: PageModule['head'] = () => ({ title: m.admin_names_head(), description: m.admin_names_description(), robots: 'noindex' })

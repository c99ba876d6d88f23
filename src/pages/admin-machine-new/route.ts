import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { rolesOwn } from '#roles/contract.ts'

export { AddMachinePage as component } from './AddMachinePage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(rolesOwn, {})]

export const head: PageModule['head'] = () => ({
  title: `${m.ui_add_machine()} · Skillshot`,
  description: m.ui_add_machine_about(),
  robots: 'noindex',
})

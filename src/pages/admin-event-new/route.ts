import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { rolesOwn } from '#roles/contract.ts'

const robots = 'noindex'

export { AddEventPage as component } from './AddEventPage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(rolesOwn, {})]

export const head: PageModule['head'] = () => ({ title: `${m.ui_add_event()} · Skillshot`, description: m.ui_add_event_about(), robots })

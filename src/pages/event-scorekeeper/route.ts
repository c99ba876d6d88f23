import * as m from '#messages'
import type { PageModule } from '#platform/live/route.ts'

const robots = 'noindex'

export { ScorekeeperPage as component } from './ScorekeeperPage.tsx'

export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = () => ({ title: m.events_device_title(), description: m.events_device_about(), robots })

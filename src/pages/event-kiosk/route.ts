import * as m from '#messages'
import type { PageModule } from '#platform/live/route.ts'

const robots = 'noindex'

export { EventKioskPage as component } from './EventKioskPage.tsx'

export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = () => ({ title: m.ui_kiosk_title(), description: m.events_kiosk_about(), robots })

import { machinesOne } from '#machines/contract/machines.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'

const robots = 'noindex'

export { KioskPage as component } from './KioskPage.tsx'

export const live: PageModule['live'] = ({ params: { machineId } }) =>
  machineId === undefined ? [] : [subscribeTo(machinesOne, { machineId })]

export const head: PageModule['head'] = () => ({ title: m.ui_kiosk_title(), description: m.ui_kiosk_about(), robots })

import { machinesOne } from '#machines/contract/machines.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'

const robots = 'noindex'

export { MachineKioskPage as component } from './MachineKioskPage.tsx'

export const live: PageModule['live'] = ({ params }) => [subscribeTo(machinesOne, { machineId: params.machineId! })]

export const head: PageModule['head'] = () => ({ title: m.ui_kiosk_title(), description: m.scores_kiosk_about(), robots })

import { machinesOne } from '#machines/contract/machines.ts'
import { readEditedMachineId } from '#machines/ui/query-params.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { rolesOwn } from '#roles/contract.ts'

export { EditMachinePage as component } from './EditMachinePage.tsx'

export const live: PageModule['live'] = ({ query }) => {
  const machineId = readEditedMachineId(query)
  return [subscribeTo(rolesOwn, {}), ...(machineId === null ? [] : [subscribeTo(machinesOne, { machineId })])]
}

export const head: PageModule['head'] = () => ({
  title: `${m.ui_edit_machine()} · Skillshot`,
  description: m.roles_tab_edit_machine_words(),
  robots: 'noindex',
})

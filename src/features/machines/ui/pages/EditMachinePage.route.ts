import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { rolesOwn } from '../../../roles/contract.ts'
import { machinesOne } from '../../contract.ts'
import { editedMachine } from '../query-params.ts'

export { EditMachinePage as component } from './EditMachinePage.tsx'

export const live: PageParts['live'] = ({ query }) => {
  const machineId = editedMachine(query)
  return [want(rolesOwn, {}), ...(machineId === null ? [] : [want(machinesOne, { machineId })])]
}

export const head: PageParts['head'] = () => ({
  title: m.machines_edit_head(),
  description: m.machines_edit_description(),
  robots: 'noindex',
})

import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { type MachineDoc, machinesOne } from '../../../machines/contract.ts'
import { boardsTop } from '../../contract.ts'
import { boardInput, readWindow, recordInput } from '../query-params.ts'

export { MachinePage as component } from './MachinePage.tsx'

export const live: PageParts['live'] = ({ params, query }) => {
  const machineId = params.machineId!
  return [
    want(machinesOne, { machineId }),
    want(boardsTop, boardInput(machineId, readWindow(query))),
    want(boardsTop, recordInput(machineId)),
  ]
}

export const head: PageParts['head'] = ({ params }, store) => {
  const machine = store.collection('machines').get(params.machineId!) as unknown as MachineDoc | undefined
  const name = machine?.name ?? m.scores_machine_head()
  return {
    title: `${name} · Skillshot`,
    description: m.scores_machine_head_text({ name }),
    feed: `/feed.atom?machine=${encodeURIComponent(params.machineId!)}`,
  }
}

import * as m from '#messages'
import { type MachineDoc, machinesOne } from '../../features/machines/contract.ts'
import { boardsTop } from '../../features/scores/contract/boards.ts'
import { boardInput, readWindow, recordInput } from '../../features/scores/ui/query-params.ts'
import { type PageModule, subscribeTo } from '../../platform/live/route.ts'

export { MachinePage as component } from './MachinePage.tsx'

export const live: PageModule['live'] = ({ params, query }) => {
  const machineId = params.machineId!
  return [
    subscribeTo(machinesOne, { machineId }),
    subscribeTo(boardsTop, boardInput(machineId, readWindow(query))),
    subscribeTo(boardsTop, recordInput(machineId)),
  ]
}

export const head: PageModule['head'] = ({ params }, store) => {
  const machine = store.collection('machines').get(params.machineId!) as unknown as MachineDoc | undefined
  const name = machine?.name ?? m.scores_machine_head()
  return {
    title: `${name} · Skillshot`,
    description: m.scores_machine_head_text({ name }),
    feed: `/feed.atom?machine=${encodeURIComponent(params.machineId!)}`,
  }
}

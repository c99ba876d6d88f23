import * as m from '#messages'
import { eventsList } from '../../features/events/contract/publications.ts'
import { machinesOne } from '../../features/machines/contract.ts'
import { readMachineId, SUBMIT_LIVE } from '../../features/scores/ui/query-params.ts'
import { type PageModule, subscribeTo } from '../../platform/live/route.ts'

export { SubmitPage as component } from './SubmitPage.tsx'

export const live: PageModule['live'] = ({ query }) => {
  const machineId = readMachineId(query)
  return [subscribeTo(eventsList, SUBMIT_LIVE), ...(machineId === null ? [] : [subscribeTo(machinesOne, { machineId })])]
}

export const head: PageModule['head'] = () => ({
  title: m.scores_submit_head(),
  description: m.scores_submit_head_text(),
})

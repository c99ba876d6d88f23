import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { eventsList } from '../../../events/contract/publications.ts'
import { machinesOne } from '../../../machines/contract.ts'
import { readMachineId, SUBMIT_LIVE } from '../query-params.ts'

export { SubmitPage as component } from './SubmitPage.tsx'

export const live: PageParts['live'] = ({ query }) => {
  const machineId = readMachineId(query)
  return [want(eventsList, SUBMIT_LIVE), ...(machineId === null ? [] : [want(machinesOne, { machineId })])]
}

export const head: PageParts['head'] = () => ({
  title: m.scores_submit_head(),
  description: m.scores_submit_head_text(),
})

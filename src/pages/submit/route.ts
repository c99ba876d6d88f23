import { eventsList } from '#events/contract/publications.ts'
import { machinesOne } from '#machines/contract/machines.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { readMachineId, SUBMIT_LIVE } from '#scores/ui/query-params.ts'

export { SubmitPage as component } from './SubmitPage.tsx'

export const live: PageModule['live'] = ({ query }) => {
  const machineId = readMachineId(query)
  return [subscribeTo(eventsList, SUBMIT_LIVE), ...(machineId === null ? [] : [subscribeTo(machinesOne, { machineId })])]
}

// The address of a QR code is the form opened for a machine, which search engines know already.
export const head: PageModule['head'] = ({ params }) => ({
  title: `${m.ui_add_score()} · Skillshot`,
  description: m.scores_submit_head_text(),
  ...(params.code === undefined ? {} : { robots: 'noindex' }),
})

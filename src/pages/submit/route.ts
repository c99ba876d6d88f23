import { eventsList } from '#events/contract/publications.ts'
import { machinesOne } from '#machines/contract/machines.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { readMachineId, SUBMIT_LIVE } from '#scores/ui/query-params.ts'
import { venuesOne } from '#venues/contract.ts'

export { SubmitPage as component } from './SubmitPage.tsx'

export const live: PageModule['live'] = ({ params, query }) => {
  const machineId = readMachineId(query)
  return [
    // The first one decides whether there is such a page.
    ...(params.slug === undefined ? [] : [subscribeTo(venuesOne, { slug: params.slug })]),
    subscribeTo(eventsList, SUBMIT_LIVE),
    ...(machineId === null ? [] : [subscribeTo(machinesOne, { machineId })]),
  ]
}

export const head: PageModule['head'] = () => ({
  title: `${m.ui_add_score()} · Skillshot`,
  description: m.scores_submit_head_text(),
})

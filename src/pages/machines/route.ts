import { machinesBrowse, machinesFilters } from '#machines/contract/catalogue.ts'
import { browseInput } from '#machines/ui/query-params.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'

export { MachinesPage as component } from './MachinesPage.tsx'

export const live: PageModule['live'] = ({ query }) => [subscribeTo(machinesBrowse, browseInput(query)), subscribeTo(machinesFilters, {})]

export const head: PageModule['head'] = () => ({
  title: `${m.ui_machines()} · Skillshot`,
  description: m.machines_browse_description(),
})

import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { machinesBrowse } from '../../contract.ts'
import { browseInput } from '../query-params.ts'

export { MachinesPage as component } from './MachinesPage.tsx'

export const live: PageParts['live'] = ({ query }) => [want(machinesBrowse, browseInput(query))]

export const head: PageParts['head'] = () => ({
  title: m.machines_browse_head(),
  description: m.machines_browse_description(),
})

import { type PageParts, want } from '../../../../platform/live/route.ts'
import { machinesBrowse } from '../../contract.ts'
import { browseInput } from '../inputs.ts'

export { MachinesPage as component } from './MachinesPage.tsx'

export const live: PageParts['live'] = ({ query }) => [want(machinesBrowse, browseInput(query))]

export const head: PageParts['head'] = () => ({
  title: 'Machines · Skillshot',
  description: 'Every pinball machine with its board: find yours and see who holds the record.',
})

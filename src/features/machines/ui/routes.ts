import { type PageRoute, want } from '../../../platform/live/route.ts'
import { machinesBrowse } from '../contract.ts'
import { browseInput } from './inputs.ts'
import { MachinesPage } from './pages/MachinesPage.tsx'

export const machinesRoutes: readonly PageRoute[] = [
  {
    path: '/machines',
    query: ['q', 'type', 'page'],
    live: ({ query }) => [want(machinesBrowse, browseInput(query))],
    head: () => ({
      title: 'Machines · Skillshot',
      description: 'Every pinball machine with its board: find yours and see who holds the record.',
    }),
    component: MachinesPage,
  },
]

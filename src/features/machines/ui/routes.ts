import { fetchedLater } from '../../../platform/live/fetched-later.tsx'
import { type PageRoute, want } from '../../../platform/live/route.ts'
import { rolesOwn } from '../../roles/contract.ts'
import { machinesBrowse, machinesOne } from '../contract.ts'
import { browseInput, editedMachine } from './inputs.ts'
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
  {
    path: '/admin/machines/new',
    query: [],
    hidden: true,
    live: () => [want(rolesOwn, {})],
    head: () => ({ title: 'Add machine · Skillshot', description: 'A machine that the catalogue does not have yet.', robots: 'noindex' }),
    ...fetchedLater(async () => (await import('./pages/AddMachinePage.tsx')).AddMachinePage),
  },
  {
    path: '/admin/machines/edit',
    query: ['machine'],
    hidden: true,
    live: ({ query }) => {
      const machineId = editedMachine(query)
      return [want(rolesOwn, {}), ...(machineId === null ? [] : [want(machinesOne, { machineId })])]
    },
    head: () => ({ title: 'Edit machine · Skillshot', description: 'What the catalogue says of a machine.', robots: 'noindex' }),
    ...fetchedLater(async () => (await import('./pages/EditMachinePage.tsx')).EditMachinePage),
  },
]

import { type PageParts, want } from '../../../../platform/live/route.ts'
import { rolesOwn } from '../../../roles/contract.ts'
import { eventsOne } from '../../contract/views.ts'

const robots = 'noindex'

export { EditEventPage as component } from './EditEventPage.tsx'

export const live: PageParts['live'] = ({ params }) => [want(rolesOwn, {}), want(eventsOne, { eventId: params.eventId! })]

export const head: PageParts['head'] = () => ({
  title: 'Edit event · Skillshot',
  description: 'What its director changes about an event.',
  robots,
})

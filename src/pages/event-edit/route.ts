import * as m from '#messages'
import { eventsOne } from '../../features/events/contract/publications.ts'
import { rolesOwn } from '../../features/roles/contract.ts'
import { type PageModule, subscribeTo } from '../../platform/live/route.ts'

const robots = 'noindex'

export { EditEventPage as component } from './EditEventPage.tsx'

export const live: PageModule['live'] = ({ params }) => [subscribeTo(rolesOwn, {}), subscribeTo(eventsOne, { eventId: params.eventId! })]

export const head: PageModule['head'] = () => ({
  title: m.events_edit_page_title(),
  description: m.events_edit_page_about(),
  robots,
})

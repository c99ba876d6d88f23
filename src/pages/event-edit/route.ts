import { eventsOne } from '#events/contract/publications.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { rolesOwn } from '#roles/contract.ts'

const robots = 'noindex'

export { EditEventPage as component } from './EditEventPage.tsx'

export const live: PageModule['live'] = ({ params }) => [subscribeTo(rolesOwn, {}), subscribeTo(eventsOne, { eventId: params.eventId! })]

export const head: PageModule['head'] = () => ({
  title: `${m.events_tools_edit()} · Skillshot`,
  description: m.events_edit_page_about(),
  robots,
})

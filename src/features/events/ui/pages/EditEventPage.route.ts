import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { rolesOwn } from '../../../roles/contract.ts'
import { eventsOne } from '../../contract/publications.ts'

const robots = 'noindex'

export { EditEventPage as component } from './EditEventPage.tsx'

export const live: PageParts['live'] = ({ params }) => [want(rolesOwn, {}), want(eventsOne, { eventId: params.eventId! })]

export const head: PageParts['head'] = () => ({
  title: m.events_edit_page_title(),
  description: m.events_edit_page_about(),
  robots,
})

import * as m from '#messages'
import { eventsEntrants } from '../../features/events/contract/entrants.ts'
import { eventsOne } from '../../features/events/contract/publications.ts'
import { eventsRounds } from '../../features/events/contract/rounds.ts'
import { type PageModule, subscribeTo } from '../../platform/live/route.ts'

const robots = 'noindex'

export { ScorekeeperPage as component } from './ScorekeeperPage.tsx'

export const live: PageModule['live'] = ({ params }) => {
  const eventId = params.eventId!
  return [
    subscribeTo(eventsOne, { eventId }),
    subscribeTo(eventsRounds, { eventId, round: 'latest' }),
    subscribeTo(eventsEntrants, { eventId }),
  ]
}

export const head: PageModule['head'] = () => ({ title: m.events_device_title(), description: m.events_device_about(), robots })

import { createEvent } from 'ics'
import { withoutControls } from '../../../../platform/text/names.ts'
import type { EventRow } from '../store.ts'

/** Returns an event as a calendar file (RFC 5545). @param address of the event's page */
export function createCalendar({ id, name, description, venue, startsAt, endsAt, cancelled }: EventRow, address: string): string {
  const { error, value } = createEvent({
    productId: 'skillshot',
    uid: `${id}@${new URL(address).hostname}`,
    title: withoutControls(name),
    ...(description === '' ? {} : { description: withoutControls(description) }),
    ...(venue === '' ? {} : { location: withoutControls(venue) }),
    url: address,
    start: startsAt,
    end: endsAt,
    startOutputType: 'utc',
    endOutputType: 'utc',
    status: cancelled ? 'CANCELLED' : 'CONFIRMED',
  })
  if (error) throw error
  return value!
}

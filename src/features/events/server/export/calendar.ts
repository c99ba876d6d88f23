import { createEvent } from 'ics'
import { withoutControls } from '#platform/text/without-controls.ts'
import type { EventRow } from '../store.ts'

/** The most octets that a line of a calendar should have (RFC 5545, 3.1), without the space that goes on with the one before. */
const LINE_OCTETS = 74

/** Folds a line anew by octets: `ics` counts characters, of which one may take four. */
function foldLine(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n '
      octets = 0
    }
    folded += character
    octets += size
  }
  return folded
}

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
  return value!.replaceAll('\r\n\t', '').split('\r\n').map(foldLine).join('\r\n')
}

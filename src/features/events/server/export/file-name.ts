import { toSlug } from '#platform/text/slug.ts'
import { toLocalInput } from '#platform/ui/time/zoned-time.ts'

const MAX_NAME_BYTES = 120

/** Returns the name of a file about an event, without its ending: the event's name, and the day on which it begins in its own time zone. */
export const eventFileName = (name: string, startsAt: Date, timeZone: string): string =>
  `${toSlug(name, MAX_NAME_BYTES) || 'event'}-${toLocalInput(startsAt, timeZone).slice(0, 10)}`

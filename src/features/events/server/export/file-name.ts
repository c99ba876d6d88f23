import { toLocalInput } from '#platform/ui/time/zoned-time.ts'

const MAX_NAME_BYTES = 120

/** Returns the part of a name that every system takes in the name of a file: letters and digits of any script, as many as fit. */
function toFileName(name: string): string {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  let fitting = ''
  // A letter and its marks stay together.
  for (const { segment } of new Intl.Segmenter().segment(words.join('-'))) {
    if (Buffer.byteLength(fitting + segment) > MAX_NAME_BYTES) break
    fitting += segment
  }
  return fitting.replace(/-$/, '') || 'event'
}

/** Returns the name of a file about an event, without its ending: the event's name, and the day on which it begins in its own time zone. */
export const eventFileName = (name: string, startsAt: Date, timeZone: string): string =>
  `${toFileName(name)}-${toLocalInput(startsAt, timeZone).slice(0, 10)}`

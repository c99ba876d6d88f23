const formats = new Map<string, Intl.DateTimeFormat>()

function getFormat(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone)
  if (cached !== undefined) return cached
  const digits = '2-digit'
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: digits,
    day: digits,
    hour: digits,
    minute: digits,
  })
  formats.set(zone, format)
  return format
}

/** Formats a moment as local time in a time zone for a `datetime-local` input: `2026-11-21T19:00`. @param zone such as Europe/Berlin */
export function toLocalInput(at: Date, zone: string): string {
  const parts = Object.fromEntries(
    getFormat(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.year!.padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`
}

const DAY = 86_400_000
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** Returns how far the zone's local time is ahead of UTC, in ms. */
const offsetAt = (at: number, zone: string): number => Date.parse(`${toLocalInput(new Date(at), zone)}Z`) - Math.floor(at / 60_000) * 60_000

/**
 * Converts a zone's local time to a moment. If clocks are set back and the time occurs twice, the first is meant; if clocks are set forward
 * and skip the time, it is shifted later by as much as they skip.
 * @returns null if the text is not a time
 */
export function fromLocalInput(localTime: string, zone: string): Date | null {
  const text = LOCAL_TIME.exec(localTime)?.[0]
  const asUtc = Date.parse(`${text}Z`)
  if (text === undefined || Number.isNaN(asUtc)) return null
  const [before, after] = [asUtc - offsetAt(asUtc - DAY, zone), asUtc - offsetAt(asUtc + DAY, zone)]
  const matching = [before, after].filter(at => toLocalInput(new Date(at), zone) === text)
  return new Date(matching.length === 0 ? before : Math.min(...matching))
}

/** Returns the time zone of the user's browser. */
export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns all time zones to choose from, including the given one even if the browser does not list it. */
export const listTimeZones = (zone: string): string[] => [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])].sort()

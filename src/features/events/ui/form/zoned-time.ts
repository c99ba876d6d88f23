const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const digits = '2-digit'
  const made = new Intl.DateTimeFormat('en-US', {
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
  formats.set(zone, made)
  return made
}

/** Formats a moment as local time in a time zone for a `datetime-local` input: `2026-11-21T19:00`. @param zone such as Europe/Berlin */
export function toLocalInput(at: Date, zone: string): string {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return `${part.year!.padStart(4, '0')}-${part.month}-${part.day}T${part.hour}:${part.minute}`
}

const DAY = 86_400_000
const WALL = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** Returns how far the zone's local time is ahead of UTC, in ms. */
const ahead = (at: number, zone: string): number => Date.parse(`${toLocalInput(new Date(at), zone)}Z`) - Math.floor(at / 60_000) * 60_000

/**
 * Converts a zone's local time to a moment. If clocks are set back and the time occurs twice, the first is meant; if clocks are set forward
 * and skip the time, it is shifted later by as much as they skip.
 * @returns null if the text is not a time
 */
export function fromLocalInput(wall: string, zone: string): Date | null {
  const text = WALL.exec(wall)?.[0]
  const asUtc = Date.parse(`${text}Z`)
  if (text === undefined || Number.isNaN(asUtc)) return null
  const [before, after] = [asUtc - ahead(asUtc - DAY, zone), asUtc - ahead(asUtc + DAY, zone)]
  const shown = [before, after].filter(at => toLocalInput(new Date(at), zone) === text)
  return new Date(shown.length === 0 ? before : Math.min(...shown))
}

/** Returns the time zone of the user's browser. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns all time zones to choose from, including the given one even if the browser does not list it. */
export const zonesWith = (zone: string): string[] => [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])].sort()

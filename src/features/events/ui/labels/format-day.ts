import type { EventDoc } from '#events/contract/documents.ts'
import { localDate, plainDate } from '#platform/ui/format/ssr-format.ts'

/** -480 → "UTC-8", 330 → "UTC+5:30". @param offset by how many minutes clocks are ahead of UTC */
export function zoneLabel(offset: number): string {
  if (offset === 0) return 'UTC'
  const minutes = Math.abs(offset) % 60
  return `UTC${offset < 0 ? '-' : '+'}${Math.trunc(Math.abs(offset) / 60)}${minutes === 0 ? '' : `:${minutes}`}`
}

/** Returns the day on which an event begins in its own time zone, and names that zone: "Nov 20, 2026 UTC-8". */
export const formatEventDay = ({ startsAt, startsOffset }: Pick<EventDoc, 'startsAt' | 'startsOffset'>): string =>
  `${plainDate(localDate(startsAt, startsOffset))} ${zoneLabel(startsOffset)}`

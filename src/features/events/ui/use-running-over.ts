import * as m from '#messages'
import { useLocale, useNow } from '#platform/ui/format/user-format.ts'
import { useIsPast } from '#platform/ui/time/use-is-past.ts'
import { formatPlannedEnd } from './labels/format-planned-end.ts'
import type { ShownEvent } from './types.ts'

export type EventTimes = Pick<ShownEvent, 'state' | 'format' | 'startsAt' | 'endsAt' | 'endsOffset'>

/**
 * Clients learn within this many ms of the planned end that an event that ends by the clock is over. Until then it does not count as
 * running over.
 */
const CLOCK_MARGIN_MS = 5000

/**
 * Returns the planned end as text if a live event runs past it, because its director has not ended it yet; otherwise null, as in the first
 * render. It changes by itself shortly after the planned end.
 */
export function useRunningOver({ state, endsAt, endsOffset }: EventTimes): string | null {
  const isPast = useIsPast(new Date(endsAt.getTime() + CLOCK_MARGIN_MS))
  const locale = useLocale()
  const now = useNow()
  if (state !== 'live' || !isPast || locale === null || now === null) return null
  return m.events_state_planned({ time: formatPlannedEnd({ endsAt, endsOffset }, locale, new Date(now)) })
}

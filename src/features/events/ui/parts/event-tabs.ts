import type { EventState } from '../../rules/event-state.ts'
import { type EventFormat, isRoundFormat } from '../../rules/format.ts'
import type { Show } from './event-url.ts'

/** Which parts an event has, the first one first. @param directs whether the reader directs it */
export function eventTabs({ format, state }: { format: EventFormat; state: EventState }, directs: boolean): Show[] {
  const parts: Show[] = !isRoundFormat(format)
    ? ['standings', 'machines', 'scores', 'players']
    : state === 'live'
      ? ['rounds', 'standings', 'machines', 'players']
      : ['standings', 'rounds', 'machines', 'players']
  return directs ? [...parts, 'direct'] : parts
}

import * as m from '#messages'
import { endsByClock } from '../../formats/ends-by-clock.ts'
import type { EventFormat } from '../../formats/registry.ts'

/** Returns the text before the time left. Where the director ends the event, the end is only planned. */
export const endsInLabel = (format: Pick<EventFormat, 'kind'>): string =>
  endsByClock(format) ? m.events_ends_in() : m.events_planned_end_in()

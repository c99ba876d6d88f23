import { endsByClock } from '#events/formats/ends-by-clock.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import * as m from '#messages'

/** Returns the text before the time left. Where the director ends the event, the end is only planned. */
export const endsInLabel = (format: Pick<EventFormat, 'kind'>): string => (endsByClock(format) ? m.ui_ends_in() : m.events_planned_end_in())

import * as m from '#messages'
import { type EventFormat, formatRules } from '../../formats/registry.ts'
import { formatLabels } from '../../formats/ui/labels.ts'

/** Returns a format's name. */
export const formatName = (format: Pick<EventFormat, 'kind'>): string => formatLabels(format).name()

/** Returns one sentence that explains a format to players. @param machines how many machines the event has */
export const formatSentence = (format: EventFormat, machines: number): string => formatLabels(format).sentence(format, machines)

/** Returns the text before the time left. Where the director ends the event, the end is only planned. */
export const endsInLabel = (format: EventFormat): string =>
  formatRules(format).endsByClock ? m.events_ends_in() : m.events_planned_end_in()

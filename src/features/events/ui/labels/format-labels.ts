import type { EventFormat } from '#events/formats/registry.ts'
import { formatLabels } from '#events/formats/ui/labels.ts'

/** Returns a format's name. */
export const formatName = (format: Pick<EventFormat, 'kind'>): string => formatLabels(format).name()

/** Returns one sentence that explains a format to players. @param machines how many machines the event has */
export const formatSentence = (format: EventFormat, machines: number): string => formatLabels(format).sentence(format, machines)

import * as m from '#messages'
import { getActiveLocale } from '#platform/ui/format/locale.ts'
import { ordinal, plainNumber } from '#platform/ui/format/ssr-format.ts'

/** Formats a number with its decimals in the page's language, "1,254.5"; points sometimes have decimals. */
export function decimal(value: number): string {
  const [whole, decimals] = String(value).split('.')
  return decimals === undefined ? plainNumber(whole!) : `${plainNumber(whole!)}${getActiveLocale() === 'de' ? ',' : '.'}${decimals}`
}

/** "1 machine", "2.5 points". */
export const times = (count: number, message: (inputs: { count: number; n: string }) => string): string =>
  message({ count, n: decimal(count) })

/** Returns the inputs of messages about a place: depending on the language they use "1st" or "place 1". */
export const nthPlace = (place: number): { nth: string; place: number } => ({ nth: ordinal(place), place })

export const placeLabel = (place: number): string => m.events_place(nthPlace(place))

/** Joins numbers with plus signs, and with minus signs before those below 0. The first one is none of these. */
export const formatSum = (parts: readonly number[]): string =>
  parts.map((part, i) => (i === 0 ? decimal(part) : part < 0 ? ` − ${decimal(-part)}` : ` + ${decimal(part)}`)).join('')

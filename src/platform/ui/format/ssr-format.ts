import * as m from '#messages'
import type { Locale } from '#platform/text/locales.ts'
import { getActiveLocale } from './locale.ts'

/*
 * Formats for the first render, which must be the same on the server and in the browser: Latin digits, and UTC times or times whose
 * offset is known, in the page's language. `Intl` is not used because its data may differ between runtimes, and any difference breaks hydration.
 */

const groups: Readonly<Record<Locale, string>> = { en: ',', de: '.', ar: ',' }
const points: Readonly<Record<Locale, string>> = { en: '.', de: ',', ar: '.' }

/** "1234567" → "1,234,567". Takes digits as text too, for values longer than a number holds. */
export const plainNumber = (value: number | bigint | string): string => String(value).replace(/\B(?=(\d{3})+$)/g, groups[getActiveLocale()])

/** 1.5 → "1.5", with the given number of decimals. */
export const plainDecimal = (value: number, decimals: number): string => value.toFixed(decimals).replace('.', points[getActiveLocale()])

/** "Nov 21, 2026", in UTC. */
export const plainDate = (at: Date): string => m.date_day({ month: at.getUTCMonth() + 1, day: at.getUTCDate(), year: at.getUTCFullYear() })

/** "Nov 21, 2026, 07:00 UTC". */
export const plainDateTime = (at: Date): string => m.date_moment({ day: plainDate(at), time: `${plainTime(at)} UTC` })

/** "07:00", in UTC. */
export const plainTime = (at: Date): string => at.toISOString().slice(11, 16)

/** Returns the moment at which UTC shows what clocks show that are so many minutes ahead of it. */
export const localDate = (at: Date, offset: number): Date => new Date(at.getTime() + offset * 60_000)

const scales = [
  { from: 1e15, scale: 'Q' },
  { from: 1e12, scale: 'T' },
  { from: 1e9, scale: 'B' },
  { from: 1e6, scale: 'M' },
  { from: 1e3, scale: 'K' },
]

/** "11.2B": at most three significant digits, for axes. */
export function compactNumber(value: number): string {
  const found = scales.find(({ from }) => value >= from)
  if (!found) return String(Math.round(value))
  const n = String(Number((value / found.from).toPrecision(3))).replace('.', points[getActiveLocale()])
  return m.number_compact({ n, scale: found.scale })
}

/** 1 → "1st", 22 → "22nd". */
export const ordinal = (n: number): string => m.number_ordinal({ count: n, n: plainNumber(n) })

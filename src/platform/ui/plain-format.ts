/*
 * What the first render shows, on the server and in the browser alike: en-US digits and UTC times, written by hand
 * because two runtimes may carry different Intl data and a single different space would break hydration.
 */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "1234567" → "1,234,567". Takes digits as text too, for values longer than a number holds. */
export const plainNumber = (value: number | string): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',')

/** "Nov 21, 2026", in UTC. */
export const plainDate = (at: Date): string => `${months[at.getUTCMonth()]} ${at.getUTCDate()}, ${at.getUTCFullYear()}`

/** "Nov 21, 2026, 07:00 UTC". */
export const plainDateTime = (at: Date): string => `${plainDate(at)}, ${at.toISOString().slice(11, 16)} UTC`

const scales = [
  { from: 1e15, short: 'Q', long: 'quadrillion' },
  { from: 1e12, short: 'T', long: 'trillion' },
  { from: 1e9, short: 'B', long: 'billion' },
  { from: 1e6, short: 'M', long: 'million' },
  { from: 1e3, short: 'K', long: 'thousand' },
]

/** "11.2B": at most three figures, for axes. */
export function compactNumber(value: number): string {
  const scale = scales.find(s => value >= s.from)
  if (!scale) return String(Math.round(value))
  const scaled = value / scale.from
  return `${Number(scaled.toPrecision(3))}${scale.short}`
}

/** 1 → "1st", 22 → "22nd". */
export function ordinal(n: number): string {
  const tens = n % 100
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${plainNumber(n)}${suffix}`
}

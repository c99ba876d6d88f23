import { dateFormat, relativeFormat } from '../format/user-format.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const steps: { below: number; unit: Intl.RelativeTimeFormatUnit; ms: number }[] = [
  { below: hour, unit: 'minute', ms: minute },
  { below: day, unit: 'hour', ms: hour },
  { below: 14 * day, unit: 'day', ms: day },
  { below: 60 * day, unit: 'week', ms: 7 * day },
  { below: 365 * day, unit: 'month', ms: 30.44 * day },
]

/** "5m ago"; "now" within a minute; the date after a year. A time in the future, as from a slow local clock, also gives "now". */
export function timeAgo(at: number, now: number, locale: string): string {
  const age = now - at
  if (age < minute) return relativeFormat(locale).format(0, 'second')
  const step = steps.find(s => age < s.below)
  if (!step) return dateFormat(locale).format(at)
  return relativeFormat(locale).format(-Math.floor(age / step.ms), step.unit)
}

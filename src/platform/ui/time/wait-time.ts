const minute = 60_000
const hour = 60 * minute

/** "in 30 seconds": when a time has passed that somebody has to wait, rounded up. */
export function waitTime(ms: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`)
  if (ms <= minute) return format.format(Math.max(1, Math.ceil(ms / 1000)), 'second')
  if (ms <= hour) return format.format(Math.ceil(ms / minute), 'minute')
  return format.format(Math.ceil(ms / hour), 'hour')
}

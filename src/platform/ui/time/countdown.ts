import * as m from '#messages'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const two = (n: number): string => String(n).padStart(2, '0')

/** Formats the time left: "3 d 4 h", "2 h 05 min", "4:07"; "0:00" once it is over. @param left ms */
export function countdown(left: number): string {
  const ms = Math.max(0, left)
  if (ms >= DAY) return m.time_left_days({ days: Math.floor(ms / DAY), hours: Math.floor((ms % DAY) / HOUR) })
  if (ms >= HOUR) return m.time_left_hours({ hours: Math.floor(ms / HOUR), minutes: two(Math.floor((ms % HOUR) / MINUTE)) })
  const seconds = Math.ceil(ms / SECOND)
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
}

/** Milliseconds until the output of `countdown` changes, at least 50. */
export function nextTick(left: number): number {
  const step = left > HOUR ? MINUTE : SECOND
  return Math.max(50, left % step || step)
}

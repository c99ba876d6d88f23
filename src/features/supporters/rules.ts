/** When a membership that was read at `now` is read again: at the next 03:00 UTC. Both in ms. */
export function nextNight(now: number): number {
  const day = 86_400_000
  const hour = 3 * 3_600_000
  return Math.floor((now - hour) / day) * day + day + hour
}

/** Returns "a minute", "5 minutes". @param ms to wait */
export function waitLabel(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`
}

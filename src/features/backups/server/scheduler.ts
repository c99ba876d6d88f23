import type { Timer } from '#ddp/timing/clock.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { lastRun, nextRun } from '#platform/settings/backup-schedule.ts'
import type { SiteSettings } from '#platform/settings/site-settings.ts'

/** ms after the start of a node until it looks for a missed run */
const START_DELAY_MS = 15_000
/** Longest ms that a timer waits: the time of day may be set meanwhile, and timers of Node end at 24 days. */
const MAX_WAIT_MS = 3_600_000
/** ms after which a backup that could not be queued is tried again */
const RETRY_MS = 60_000

interface SchedulerContext extends Pick<FeatureContext, 'clock' | 'log' | 'onClose'> {
  settings: Pick<SiteSettings, 'current' | 'onChange'>
}

/**
 * Begins a backup at each scheduled time, and one for a time that was missed. One that could not be queued, as while the database does not
 * answer, is tried again every minute until the next one is due.
 * @param begin makes sure that there is one backup for this time, on whichever node; resolves when it is queued
 */
export function startScheduler(
  { settings, clock, log, onClose }: SchedulerContext,
  begin: (scheduledFor: Date, missed: boolean) => Promise<void>,
): void {
  let timer: Timer | null = null
  let retry: Timer | null = null
  let closed = false
  let last = ''
  /** ms; the newest time for which a backup was to be begun */
  let newest = 0

  const queue = (at: number, missed: boolean): void => {
    newest = at
    retry?.cancel()
    begin(new Date(at), missed).catch((err: unknown) => {
      log.error({ err }, 'a scheduled backup could not be queued')
      if (closed || at !== newest) return
      retry?.cancel()
      retry = clock.after(RETRY_MS, () => {
        const next = nextRun(settings.current().backups, at)
        // Another node may have begun it meanwhile, so it counts as missed.
        if (next !== null && clock.now() < next) queue(at, true)
      })
    })
  }

  /** Waits for the next run after `from`, ms. */
  const wait = (from: number): void => {
    timer?.cancel()
    if (closed) return
    const next = nextRun(settings.current().backups, from)
    if (next === null) return
    timer = clock.after(Math.min(MAX_WAIT_MS, Math.max(0, next - clock.now())), () => {
      const now = clock.now()
      if (now >= next) queue(next, false)
      // The smaller one, because a clock that was ahead may have been set right meanwhile.
      wait(now >= next ? Math.max(now, next) : Math.min(from, now))
    })
  }

  const start = clock.after(START_DELAY_MS, () => {
    const missed = lastRun(settings.current().backups, clock.now())
    if (missed !== null) queue(missed, true)
  })
  const follow = (): void => {
    const { schedule, timeZone } = settings.current().backups
    const key = JSON.stringify([schedule, timeZone])
    if (key === last) return
    last = key
    wait(clock.now())
  }
  settings.onChange(follow)
  follow()
  onClose(() => {
    closed = true
    start.cancel()
    retry?.cancel()
    timer?.cancel()
  })
}

import { expect, it } from 'vitest'
import { type ManualClock, manualClock } from '#ddp/timing/manual-clock.ts'
import { createLog } from '#platform/log/log.ts'
import { DEFAULT_SETTINGS } from '#platform/settings/settings-schema.ts'
import { startScheduler } from './scheduler.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface Scheduler {
  clock: ManualClock
  /** the calls that begin a backup: `HH:MM`, and whether the time was missed */
  calls: string[]
  /** ms that are added to the time of day; timers do not notice */
  ahead: number
  /** how many of the next calls fail */
  failures: number
  close(): void
}

/** A scheduler on a clock that stands at `HH:MM` of 2 January 2030, UTC. @param ahead ms that are added to it */
function start(time: string, schedule: string, ahead = 0): Scheduler {
  const clock = manualClock(Date.parse(`2030-01-02T${time}:00Z`))
  const backups = { ...DEFAULT_SETTINGS.backups, schedule, timeZone: 'UTC' }
  const scheduler: Scheduler = { clock, calls: [], ahead, failures: 0, close: () => {} }
  const context = {
    clock: { now: () => clock.now() + scheduler.ahead, after: clock.after },
    log: createLog('silent'),
    settings: { current: () => ({ ...DEFAULT_SETTINGS, backups }), onChange: () => {} },
    onClose(close: () => void) {
      scheduler.close = close
    },
  }
  startScheduler(context, async (at, missed) => {
    scheduler.calls.push(`${at.toISOString().slice(11, 16)}${missed ? ' missed' : ''}`)
    if (scheduler.failures-- > 0) throw new Error('the database does not answer')
  })
  return scheduler
}

/** Goes on in steps of a minute. Resolves when a timer for another try has been set, besides that for the next run. */
async function goOnUntilRetry({ clock }: Scheduler): Promise<void> {
  clock.advance(MINUTE)
  await expect.poll(() => clock.pendingTimers).toBe(2)
}

it('tries again every minute to begin a backup that could not be begun', async () => {
  const scheduler = start('03:58', '0 4 * * *')
  const { clock, calls } = scheduler
  clock.advance(MINUTE)
  expect(calls.splice(0)).toEqual(['04:00 missed'])
  scheduler.failures = 2
  await goOnUntilRetry(scheduler)
  await goOnUntilRetry(scheduler)
  clock.advance(20 * HOUR)
  expect(calls).toEqual(['04:00', '04:00 missed', '04:00 missed'])
  scheduler.close()
  expect(clock.pendingTimers).toBe(0)
})

it('tries again to make up for a missed backup after the start', async () => {
  const scheduler = start('12:00', '0 4 * * *')
  scheduler.failures = 1
  await goOnUntilRetry(scheduler)
  scheduler.clock.advance(MINUTE)
  expect(scheduler.calls).toEqual(['04:00 missed', '04:00 missed'])
})

it('gives a backup up that could not be begun when the next one is due, or the server stops', async () => {
  const scheduler = start('12:01', '*/3 * * * *')
  scheduler.failures = Number.POSITIVE_INFINITY
  for (let minutes = 0; minutes < 4; minutes++) await goOnUntilRetry(scheduler)
  expect(scheduler.calls).toEqual(['12:00 missed', '12:03', '12:03 missed', '12:03 missed'])
  scheduler.calls.length = 0
  await goOnUntilRetry(scheduler)
  expect(scheduler.calls).toEqual(['12:06'])
  scheduler.close()
  expect(scheduler.clock.pendingTimers).toBe(0)
})

it('begins the backup of the day after a clock that was ahead by a year has been set right', () => {
  const scheduler = start('12:00', '0 4 * * *', 365 * 24 * HOUR)
  scheduler.clock.advance(MINUTE)
  scheduler.ahead = 0
  scheduler.calls.length = 0
  scheduler.clock.advance(24 * HOUR)
  expect(scheduler.calls).toEqual(['04:00'])
})

import { expect, it } from 'vitest'
import { manualClock } from '../../../ddp/timing/manual-clock.ts'
import { atPeriodEnd } from './period-end.ts'

const DAY = 86_400_000
const unexpected = (error: unknown): void => expect.fail(String(error))

it('runs once, at the end, however far off that is', () => {
  const clock = manualClock(0)
  const ran: number[] = []
  atPeriodEnd(clock, 200 * DAY, async () => void ran.push(clock.now()), unexpected)
  clock.advance(200 * DAY - 1)
  expect(ran).toEqual([])
  clock.advance(1)
  clock.advance(200 * DAY)
  expect(ran).toEqual([200 * DAY])
  expect(clock.waiting).toBe(0)
})

it('runs soon for an end that has passed, and never where there is none or after it was cancelled', () => {
  const clock = manualClock(DAY)
  const ran: string[] = []
  const run = (what: string) => async (): Promise<void> => void ran.push(what)
  atPeriodEnd(clock, 5, run('passed'), unexpected)
  atPeriodEnd(clock, null, run('none'), unexpected)
  const cancelled = atPeriodEnd(clock, 3 * DAY, run('cancelled'), unexpected)
  clock.advance(DAY + 5)
  cancelled.cancel()
  clock.advance(9 * DAY)
  expect(ran).toEqual(['passed'])
})

it('says what went wrong and tries again, until it is cancelled', async () => {
  const clock = manualClock(0)
  const reports: unknown[] = []
  let tries = 0
  const failing = (): Promise<void> => Promise.reject(new Error(`try ${++tries}`))
  const timer = atPeriodEnd(clock, 10, failing, error => void reports.push((error as Error).message))
  for (let i = 0; i < 3; i++) {
    clock.advance(DAY)
    await new Promise(resolve => setImmediate(resolve))
  }
  expect(reports).toEqual(['try 1', 'try 2', 'try 3'])
  timer.cancel()
  clock.advance(DAY)
  expect(tries).toBe(3)
  expect(clock.waiting).toBe(0)
})

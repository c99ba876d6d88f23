import { describe, expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import { startIntervalJob } from './interval-job.ts'

/** Makes a job that counts its runs, and the most that ran at the same time. */
function counted() {
  const clock = manualClock()
  const seen = { at: 0, most: 0, runs: 0 }
  const work = async (): Promise<void> => {
    seen.most = Math.max(seen.most, ++seen.at)
    seen.runs++
    await Promise.resolve()
    seen.at--
  }
  return { clock, seen, job: startIntervalJob(clock, 1000, work, () => undefined) }
}

describe('a job', () => {
  it('runs at its interval, and goes on after a failure', async () => {
    const clock = manualClock()
    const causes: unknown[] = []
    let runs = 0
    const job = startIntervalJob(
      clock,
      1000,
      async () => {
        if (++runs === 1) throw new Error('once')
      },
      cause => causes.push(cause),
    )
    clock.advance(1000)
    await job.run()
    expect(causes).toEqual([new Error('once')])
    expect(runs).toBe(2)
    clock.advance(999)
    expect(runs).toBe(2)
    clock.advance(1)
    expect(runs).toBe(3)
    await job.stop()
    clock.advance(5000)
    expect(runs).toBe(3)
  })

  it('never runs twice at once: calls during a run wait for one more run', async () => {
    const { job, seen } = counted()
    await Promise.all([job.run(), job.run(), job.run()])
    expect(seen.most).toBe(1)
    expect(seen.runs).toBe(2)
    await job.stop()
    await job.run()
    expect(seen.runs).toBe(2)
  })

  it('never runs twice at once either when one asks at its very end and another has asked before', async () => {
    const { job, seen, clock } = counted()
    const first = job.run()
    const atItsEnd = first.then(() => job.run())
    const before = job.run()
    await Promise.all([first, atItsEnd, before])
    expect([seen.most, seen.runs]).toEqual([1, 2])
    clock.advance(1000)
    expect(seen.runs).toBe(3)
    await job.stop()
  })
})

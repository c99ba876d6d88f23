import { describe, expect, it } from 'vitest'
import { manualClock } from '../../ddp/timing/manual-clock.ts'
import { every } from './every.ts'

describe('a job', () => {
  it('runs at its interval, and goes on after a failure', async () => {
    const clock = manualClock()
    const causes: unknown[] = []
    let runs = 0
    const job = every(
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

  it('never runs twice at once: who asks meanwhile waits for one more run', async () => {
    const clock = manualClock()
    let at = 0
    let most = 0
    let runs = 0
    const job = every(
      clock,
      1000,
      async () => {
        most = Math.max(most, ++at)
        runs++
        await Promise.resolve()
        at--
      },
      () => undefined,
    )
    await Promise.all([job.run(), job.run(), job.run()])
    expect(most).toBe(1)
    expect(runs).toBe(2)
    await job.stop()
    await job.run()
    expect(runs).toBe(2)
  })

  it('never runs twice at once either when one asks at its very end and another has asked before', async () => {
    const clock = manualClock()
    let at = 0
    let most = 0
    let runs = 0
    const job = every(
      clock,
      1000,
      async () => {
        most = Math.max(most, ++at)
        runs++
        await Promise.resolve()
        at--
      },
      () => undefined,
    )
    const first = job.run()
    const atItsEnd = first.then(() => job.run())
    const before = job.run()
    await Promise.all([first, atItsEnd, before])
    expect([most, runs]).toEqual([1, 2])
    clock.advance(1000)
    expect(runs).toBe(3)
    await job.stop()
  })
})

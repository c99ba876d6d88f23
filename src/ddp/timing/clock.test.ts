import { describe, expect, it } from 'vitest'
import { manualClock } from './manual-clock.ts'
import { systemClock } from './system-clock.ts'

describe('clocks', () => {
  it('run what falls due in order, with the time of each, and what it starts in turn', () => {
    const clock = manualClock(0)
    const log: string[] = []
    clock.after(20, () => log.push(`b ${clock.now()}`))
    clock.after(10, () => {
      log.push(`a ${clock.now()}`)
      clock.after(5, () => log.push(`c ${clock.now()}`))
    })
    clock.after(20, () => log.push(`d ${clock.now()}`))
    clock.after(10, () => log.push('never')).cancel()
    clock.advance(30)
    expect(log).toEqual(['a 10', 'c 15', 'b 20', 'd 20'])
    expect([clock.now(), clock.pendingTimers]).toEqual([30, 0])
  })

  it('the system clock uses the timers of the machine', async () => {
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000)
    const log: string[] = []
    systemClock.after(0, () => log.push('cancelled')).cancel()
    await new Promise<void>(resolve => systemClock.after(0, resolve))
    expect(log).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { startHeartbeat } from './heartbeat.ts'
import { manualClock } from './manual-clock.ts'

function beating(interval = 100, timeout = 60) {
  const clock = manualClock(0)
  const log: string[] = []
  const heartbeat = startHeartbeat({
    clock,
    interval,
    timeout,
    sendPing: () => log.push(`ping ${clock.now()}`),
    onTimeout: () => log.push(`dead ${clock.now()}`),
  })
  return { clock, log, heartbeat }
}

describe('the heartbeat', () => {
  it('H1: an interval of silence sends one ping', () => {
    const { clock, log } = beating(100, 1000)
    clock.advance(99)
    expect(log).toEqual([])
    clock.advance(1)
    expect(log).toEqual(['ping 100'])
    clock.advance(500)
    expect(log).toEqual(['ping 100'])
  })

  it('H1: an interval in which anything arrived sends none', () => {
    const { clock, log, heartbeat } = beating()
    for (let i = 0; i < 20; i++) {
      clock.advance(99)
      heartbeat.onMessage()
    }
    expect(log).toEqual([])
  })

  it('H2: nothing for the timeout ends it, and it ends once', () => {
    const { clock, log } = beating()
    clock.advance(1000)
    expect(log).toEqual(['ping 100', 'dead 160'])
    expect(clock.pendingTimers).toBe(0)
  })

  it('H2: anything that arrives ends the wait, and the next silence pings again', () => {
    const { clock, log, heartbeat } = beating()
    clock.advance(159)
    heartbeat.onMessage()
    clock.advance(99)
    expect(log).toEqual(['ping 100'])
    clock.advance(1)
    expect(log).toEqual(['ping 100', 'ping 259'])
  })

  it('H1, H2: a silent peer is given up one interval and one timeout after its last message', () => {
    for (const last of [1, 50, 99, 100, 101, 150]) {
      const { clock, log, heartbeat } = beating()
      clock.advance(last)
      heartbeat.onMessage()
      clock.advance(1000)
      expect([last, log.at(-1)]).toEqual([last, `dead ${last + 160}`])
    }
  })

  it('H2: when interval and timeout are the same, the end comes before another ping', () => {
    const { clock, log } = beating(100, 100)
    clock.advance(1000)
    expect(log).toEqual(['ping 100', 'dead 200'])
  })

  it('H4: an interval of 0 disables it', () => {
    const { clock, log } = beating(0)
    clock.advance(100_000)
    expect(log).toEqual([])
    expect(clock.pendingTimers).toBe(0)
  })

  it('H2: stopping leaves no timer behind', () => {
    const { clock, heartbeat } = beating()
    clock.advance(110)
    heartbeat.stop()
    expect(clock.pendingTimers).toBe(0)
  })
})

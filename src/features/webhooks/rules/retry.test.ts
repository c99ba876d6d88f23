import fc from 'fast-check'
import { expect, it } from 'vitest'
import { afterFailure, GIVE_UP_AFTER, hookPause, isHopeless, retryPause } from './retry.ts'

const HOUR = 3_600_000

it('pauses double from ten seconds up to four hours', () => {
  expect(Array.from({ length: 13 }, (_, i) => retryPause(i + 1, 0, 0) / 1000)).toEqual([
    10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 10_240, 14_400, 14_400,
  ])
})

it('a pause is as long as the receiver asks for, up to the longest, and at most a tenth shorter by chance', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.nat(10 * HOUR),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (tries, asked, random) => {
        const pause = retryPause(tries, asked, random)
        const plain = retryPause(tries, 0, 0)
        expect(pause).toBeLessThanOrEqual(4 * HOUR)
        expect(pause).toBeGreaterThanOrEqual(Math.min(asked, 4 * HOUR))
        expect(pause).toBeGreaterThanOrEqual(Math.floor(plain * 0.9))
      },
    ),
  )
})

it('a delivery that always fails is tried for about three days, and then given up', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), random => {
      let now = 0
      let tries = 1
      for (let after = afterFailure({ tries, firstTriedAt: 0 }, now, 0, random); !after.isDead; tries++) {
        now = after.retryAt
        after = afterFailure({ tries: tries + 1, firstTriedAt: 0 }, now, 0, random)
      }
      expect(now).toBeLessThanOrEqual(GIVE_UP_AFTER)
      expect(now).toBeGreaterThan(GIVE_UP_AFTER - 4 * HOUR)
      expect(tries).toBeLessThan(40)
    }),
  )
})

it('a hook pauses when a second delivery fails at its first try, ever longer with each further one, and when its receiver asks for it', () => {
  expect([1, 2, 3, 4].map(failures => hookPause(failures, true, 0, 0) / 1000)).toEqual([0, 10, 20, 40])
  expect(hookPause(4, false, 0, 0)).toBe(0)
  expect([hookPause(1, true, 600_000, 0), hookPause(1, false, 600_000, 0)]).toEqual([600_000, 600_000])
  expect(hookPause(40, true, 9 * HOUR, 0)).toBe(4 * HOUR)
})

it('a hook is given up with its last delivery, or with the next one that fails too, but not with one that others stand behind', () => {
  const dead = { isDead: true, retryAt: GIVE_UP_AFTER + 1 }
  expect(isHopeless(0, dead, false)).toBe(true)
  expect(isHopeless(0, dead, true)).toBe(false)
  expect(isHopeless(0, { isDead: false, retryAt: GIVE_UP_AFTER + 1 }, true)).toBe(true)
  expect(isHopeless(0, { isDead: false, retryAt: GIVE_UP_AFTER }, false)).toBe(false)
})

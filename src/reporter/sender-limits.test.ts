import { expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import { MAX_SENDERS, SenderLimits } from './sender-limits.ts'

const taken = (limits: SenderLimits, address: string, times: number): number =>
  Array.from({ length: times }, () => limits.takes(address)).filter(Boolean).length

it('reads a hundred datagrams of one sender, then twenty a second', () => {
  const clock = manualClock()
  const limits = new SenderLimits(clock, () => true)
  expect(taken(limits, '10.0.0.1', 500)).toBe(100)
  clock.advance(1000)
  expect(taken(limits, '10.0.0.1', 500)).toBe(20)
  expect(taken(limits, '10.0.0.2', 10)).toBe(10)
})

it('remembers a bounded number of senders, and reads a thousand datagrams a second of all strangers', () => {
  const clock = manualClock()
  const limits = new SenderLimits(clock, () => false)
  let count = 0
  for (let i = 0; i < 5000; i++) if (limits.takes(`10.1.${i >> 8}.${i & 255}`)) count++
  expect([count, limits.size]).toEqual([1000, MAX_SENDERS])
})

it('reads what a known board sends while strangers flood the network', () => {
  const clock = manualClock()
  const limits = new SenderLimits(clock, address => address === '10.0.0.1')
  for (let i = 0; i < 5000; i++) limits.takes(`10.1.${i >> 8}.${i & 255}`)
  expect(limits.takes('10.1.0.0')).toBe(false)
  expect(limits.takes('10.0.0.1')).toBe(true)
})

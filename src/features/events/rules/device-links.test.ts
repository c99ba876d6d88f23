import { expect, it } from 'vitest'
import { DEVICE_LINK_GRACE_MS, devicesEndAt, devicesMayAct } from './device-links.ts'

const event = { startsAt: 1000, endsAt: 2000, finishesAt: null, cancelled: false }

it('device links are good before and during an event, and for twelve hours when it runs over', () => {
  expect([0, 1500, 2000, 2000 + DEVICE_LINK_GRACE_MS - 1].map(now => devicesMayAct(event, now))).toEqual(Array(4).fill(true))
  expect(devicesMayAct(event, 2000 + DEVICE_LINK_GRACE_MS)).toBe(false)
})

it('device links end with the event', () => {
  expect(devicesEndAt({ ...event, finishesAt: 1800 })).toBe(1800)
  expect(devicesMayAct({ ...event, finishesAt: 1800 }, 1799)).toBe(true)
  expect(devicesMayAct({ ...event, finishesAt: 1800 }, 1800)).toBe(false)
  expect(devicesMayAct({ ...event, cancelled: true }, 1500)).toBe(false)
})

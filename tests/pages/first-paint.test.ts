import type { Browser } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeBrowser, openBrowser, openPage } from '../e2e/helpers/browser.ts'
import { type Player, signUp } from '../e2e/helpers/player.ts'
import { type Site, startSite } from '../e2e/helpers/site.ts'

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const HOUR = 3_600_000
/** A bad mobile network: round trips of 400 ms, 50 kB/s. */
const SLOW_NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
/** ms until something is painted on that network */
const FIRST_PAINT = 2000

let site: Site
let browser: Browser
let director: Player
let machineId: string
let eventId: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  machineId = await director.findMachine('medieval madness')
  for (const value of [30_000_000, 20_000_000]) await director.submit(machineId, value)
  eventId = v7()
  const times = { startsAt: new Date(Date.now() - HOUR), endsAt: new Date(Date.now() + HOUR), timeZone: 'Europe/Berlin' }
  const format = { kind: 'best-game', points: 'papa' }
  await director.call('events.add', { _id: eventId, name: 'Selfie league', ...times, format, machineIds: [machineId] })
})

afterAll(async () => {
  await director?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

describe('on a network with 400 ms and 50 kB/s', () => {
  it.each(['/', '/machines/:machineId', '/events/:eventId', '/submit'])(
    '%s is painted within two seconds, and nothing moves then',
    async path => {
      const { page } = await openPage(browser, PHONE)
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', SLOW_NETWORK)
      await page.addInitScript(() => {
        const measured = window as unknown as { shifts: number[] }
        measured.shifts = []
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) measured.shifts.push((entry as unknown as { value: number }).value)
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto(site.url + path.replace(':machineId', machineId).replace(':eventId', eventId), { waitUntil: 'load' })
      const { painted, shifts, parts } = await page.evaluate(() => {
        const [html] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
        const ends = (kind: string): number[] =>
          (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
            .filter(({ name }) => name.includes(kind))
            .map(({ responseEnd }) => Math.round(responseEnd))
        return {
          painted: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
          shifts: (window as unknown as { shifts: number[] }).shifts,
          parts: {
            first: html!.responseStart,
            html: html!.responseEnd,
            style: ends('.css'),
            font: ends('.woff2'),
            scripts: Math.max(...ends('.js')),
          },
        }
      })
      console.info(`[first paint] ${path}: ${Math.round(painted)} ms; ${JSON.stringify(parts)}`)
      expect(painted).toBeLessThanOrEqual(FIRST_PAINT)
      expect(shifts).toEqual([])
      await page.context().close()
    },
  )
})

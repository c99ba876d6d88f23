import type { Browser } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  closeBrowser,
  findAccessibilityProblemsInBothThemes,
  findOverflowingWidths,
  openBrowser,
  openPage,
  waitUntilHydrated,
  waitUntilLive,
} from '../helpers/browser.ts'
import { sumLayoutShifts } from '../helpers/layout-shifts.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
const GUESTS = ['Ann', 'Ben', 'Cleo', 'Dan']

let site: Site
let browser: Browser
let maria: Player
/** the pages of a club's year, each with a text that it shows to everybody */
let pages: Record<string, string>

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  maria = await signUp(site.endpoint, 'maria')
  await site.admin('roles', '--add', 'event-director', '--username', 'maria')
  await site.admin('roles', '--add', 'admin', '--username', 'maria')
  const machineIds: string[] = []
  for (const name of ['funhouse', 'medieval madness', 'twilight zone', 'indiana jones']) machineIds.push(await maria.findMachine(name))
  await maria.call('settings.update', { ratings: true })
  const { venueId, slug: venue }: { venueId: string; slug: string } = await maria.call('venues.add', {
    _id: v7(),
    name: 'Silverball Cellar',
    place: 'Bremen',
    timeZone: 'Europe/Berlin',
  })
  await maria.call('venues.setMachines', { venueId, machineIds, was: [] })
  await maria.call('venues.setMachine', { venueId, machineId: machineIds[1], outOfOrder: true, note: 'It waits for a coil.' })
  for (const [i, machineId] of machineIds.entries())
    await maria.call('scores.submit', { _id: v7(), machineId, value: 1_000_000 * (i + 1), venueId })
  const nights: string[] = []
  for (const name of ['First night', 'Second night']) {
    const eventId = v7()
    await maria.call('events.add', {
      _id: eventId,
      name,
      startsAt: new Date(Date.now() - HOUR),
      endsAt: new Date(Date.now() + HOUR),
      format: { kind: 'best-game', points: 'papa' },
      machineIds,
    })
    for (const [i, displayName] of GUESTS.entries()) {
      const { entrants }: { entrants: { entrantId: string }[] } = await maria.call('events.addPlayers', {
        eventId,
        entries: [{ _id: v7(), displayName }],
      })
      await maria.call('events.enter', { _id: v7(), eventId, entrantId: entrants[0]!.entrantId, machineId: machineIds[0], value: 1000 + i })
    }
    nights.push(eventId)
  }
  const { seriesId, slug: season }: { seriesId: string; slug: string } = await maria.call('series.add', {
    _id: v7(),
    name: 'Winter season',
    drop: 1,
  })
  await maria.call('series.setEvents', { seriesId, eventIds: nights, was: [] })
  pages = {
    '/venues': 'Silverball Cellar',
    [`/venues/${venue}`]: 'maria',
    [`/venues/${venue}/print`]: 'Scan to add your score',
    [`/series/${season}`]: 'Cleo',
    '/ratings': 'No ratings yet',
  }
})
afterAll(async () => {
  await maria?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

describe('the pages of a club’s year', () => {
  it('are read without JavaScript', async () => {
    const { page } = await openPage(browser, { javaScriptEnabled: false })
    for (const [path, text] of Object.entries(pages)) {
      await page.goto(site.url + path)
      expect(await page.locator('main').innerText(), path).toContain(text)
    }
    await page.context().close()
  })

  it.each([390, 1280])('move nothing while they load (%i px)', async width => {
    const { page, problems } = await openPage(browser, { viewport: { width, height: 844 } })
    // Codes for print warn of an address that only this computer has, as this site's is.
    for (const path of Object.keys(pages).filter(each => !each.endsWith('/print'))) {
      await page.goto(site.url + path)
      await waitUntilHydrated(page)
      await page.waitForLoadState('networkidle')
      expect(await sumLayoutShifts(page), path).toBe(0)
    }
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('are not sent again what they were rendered with', async () => {
    for (const path of Object.keys(pages)) {
      const observed = await openPage(browser)
      await observed.page.goto(site.url + path)
      await waitUntilLive(observed)
      expect(
        observed.frames.filter(frame => /^\{"msg":"(added|changed|removed)"/.test(frame)),
        path,
      ).toEqual([])
      expect(observed.problems).toEqual([])
      await observed.page.context().close()
    }
  })

  it.each(['en-US', 'de-DE', 'ar'])('fit every screen and have no serious accessibility problem (axe), in %s', async locale => {
    const found: string[] = []
    const observed = await openPage(browser, { locale })
    for (const path of Object.keys(pages)) {
      observed.frames.length = 0
      await observed.page.goto(site.url + path)
      await waitUntilLive(observed)
      found.push(...(await findAccessibilityProblemsInBothThemes(observed.page, path)))
      expect(await findOverflowingWidths(observed.page), path).toEqual([])
    }
    expect(found).toEqual([])
    expect(observed.problems).toEqual([])
    await observed.page.context().close()
  })

  it('are read again without a connection, and say so', async () => {
    const { page } = await openPage(browser, { worker: true })
    await page.goto(site.url)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    for (const [path, text] of Object.entries(pages)) {
      await page.goto(site.url + path)
      await page.getByText(text).first().waitFor()
      await expect.poll(() => page.evaluate(each => caches.match(each).then(kept => kept !== undefined), path)).toBe(true)
    }
    await page.context().setOffline(true)
    for (const [path, text] of Object.entries(pages)) {
      await page.goto(site.url + path)
      await page.getByText(text).first().waitFor()
      await page.getByText('You’re offline.').first().waitFor()
    }
    await page.context().close()
  })

  it('are used with the keyboard alone: a row of the season opens, and a machine leads to its board in the venue', async () => {
    const { page, problems } = await openPage(browser)
    const [, venue, , season] = Object.keys(pages)
    await page.goto(site.url + season!)
    await waitUntilHydrated(page)
    await page.locator('summary').first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'First night' }).first().waitFor()
    await page.goto(site.url + venue!)
    await waitUntilHydrated(page)
    await page.getByRole('link', { name: 'Medieval Madness' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Played at Silverball Cellar' }).waitFor()
    await page.getByText('2,000,000').first().waitFor()
    // The page of a machine says in which venues it stands.
    await page.locator('summary', { hasText: 'Where it stands' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('listitem').filter({ hasText: 'Silverball Cellar' }).getByText('Out of order').waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })
})

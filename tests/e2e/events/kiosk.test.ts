import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, openBrowser } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
const CODE = 'multiball'
const TABLET: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, hasTouch: true }
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const MATCH_PLAY = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 2, points: 'ifpa' }

let site: Site
let browser: Browser
let dora: Player
let machineId: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  dora = await signUp(site.endpoint, 'dora')
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  machineId = await dora.findMachine('attack from mars')
})
afterAll(async () => {
  await dora?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

async function newEvent(name: string, format: object): Promise<string> {
  const eventId = v7()
  const span = { startsAt: new Date(Date.now() - HOUR), endsAt: new Date(Date.now() + 3 * HOUR), timeZone: 'Europe/Berlin' }
  await dora.call('events.add', { _id: eventId, name, ...span, format, machineIds: [machineId] })
  const entries = ['Grace', 'Hopper'].map(displayName => ({ _id: v7(), displayName }))
  await dora.call('events.addPlayers', { eventId, entries })
  await dora.call('events.presence', { eventId, all: true, presence: 'here' })
  return eventId
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label })

/** Sets a kiosk up on the device on which its director is signed in. */
async function lock(page: Page, eventId: string): Promise<void> {
  await page.goto(`${site.url}/events/${eventId}?show=direct`)
  await page.locator('label', { has: page.getByRole('radio', { name: 'Event', exact: true }) }).click()
  await button(page, 'Set up a kiosk').click()
  await button(page, 'Make the link').click()
  await page.getByText('Enter 4 to 32 characters.').waitFor()
  await field(page, 'Kiosk code').fill(CODE)
  await button(page, 'Make the link').click()
  await page.getByRole('link', { name: 'Use this device' }).click()
  await page.getByText('You’ll be signed out on this device.').waitFor()
  await button(page, 'Lock this device').click()
  await button(page, 'Leave kiosk').waitFor()
}

describe('a kiosk that a bored guest cannot leave', () => {
  it('comes back from every address, from the history, in another tab and offline, and has no link', async () => {
    const eventId = await newEvent('Bar night', MATCH_PLAY)
    await dora.call('events.draw', { _id: v7(), eventId })
    const { page, problems } = await openSignedIn(browser, site, 'dora', { ...TABLET, ownSession: true })
    await lock(page, eventId)
    const kiosk = `${site.url}/events/${eventId}/kiosk`
    const expectKiosk = async (shown: Page): Promise<void> => {
      await shown.waitForURL(kiosk)
      await button(shown, 'Leave kiosk').waitFor()
      await shown.getByRole('heading', { name: 'Bar night' }).waitFor()
    }
    await expectKiosk(page)
    await page.getByText('Grace').first().waitFor()
    expect(await page.locator('a[href]').count()).toBe(0)

    for (const path of ['/', '/machines', '/sign-in', '/sign-up', `/events/${eventId}`, '/account', '/no-such-page']) {
      await page.goto(site.url + path)
      await expectKiosk(page)
    }
    await page.goBack()
    await expectKiosk(page)
    const tab = await page.context().newPage()
    await tab.goto(`${site.url}/players/dora`)
    await expectKiosk(tab)
    await tab.close()

    await page.context().setOffline(true)
    await page.goto(`${site.url}/machines`).catch(() => undefined)
    await page.context().setOffline(false)
    await page.goto(`${site.url}/machines`)
    await expectKiosk(page)
    expect(await page.evaluate(() => Object.keys(localStorage).filter(key => /login|token/i.test(key)))).toEqual([])
    expect(problems.filter(each => !each.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
    await page.context().close()
  })

  it('takes the result of a game, offers no change of it, and is left by the right code', async () => {
    const eventId = await newEvent('Club night', MATCH_PLAY)
    await dora.call('events.draw', { _id: v7(), eventId })
    const { page, problems } = await openSignedIn(browser, site, 'dora', { ...PHONE, ownSession: true })
    await lock(page, eventId)
    await button(page, 'Enter result').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /Hopper/ }).click()
    await button(page, 'Confirm result').click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('button', { name: /result/i }).count()).toBe(0)
    expect(await findAccessibilityProblemsInBothThemes(page, 'kiosk')).toEqual([])

    await button(page, 'Leave kiosk').click()
    await field(page, 'Kiosk code').fill('multibal')
    await dialog.getByRole('button', { name: 'Leave kiosk' }).click()
    await page.getByText('This isn’t the code of this kiosk.').waitFor()
    await field(page, 'Kiosk code').fill(CODE)
    await dialog.getByRole('button', { name: 'Leave kiosk' }).click()
    await page.waitForURL(`${site.url}/events/${eventId}`)
    await page.goto(`${site.url}/machines`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(page.url()).toBe(`${site.url}/machines`)
    expect(problems.filter(each => !each.includes('403'))).toEqual([])
    await page.context().close()
  })

  it('takes a score, and says when its event is over', async () => {
    const eventId = await newEvent('Score night', { kind: 'high-score' })
    const { page, problems } = await openSignedIn(browser, site, 'dora', { ...PHONE, ownSession: true })
    await lock(page, eventId)
    await button(page, 'Enter a score').click()
    await field(page, 'Score').fill('1234560')
    await page.getByRole('dialog').getByRole('button', { name: 'Enter score' }).click()
    await page.getByText('Choose a player.').waitFor()
    await page.getByRole('combobox', { name: 'Player' }).selectOption({ label: 'Hopper' })
    await page.getByRole('dialog').getByRole('button', { name: 'Enter score' }).click()
    await page.getByText('The score was entered.').first().waitFor()
    await dora.call('events.close', { eventId })
    await page.getByRole('heading', { name: 'This kiosk has ended' }).waitFor()
    await page.goto(site.url)
    await page.waitForURL(`${site.url}/events/${eventId}/kiosk`)
    await page.getByRole('heading', { name: 'This kiosk has ended' }).waitFor()
    expect(problems.filter(each => !each.includes('403'))).toEqual([])
    await page.context().close()
  })

  it('enters scores on the board of its machine of players who name themselves, and shows this board alone', async () => {
    await signUp(site.endpoint, 'mona')
    await site.admin('roles', '--add', 'moderator', '--username', 'mona')
    const { page, problems } = await openSignedIn(browser, site, 'mona', { ...PHONE, path: `/machines/${machineId}` })
    await button(page, 'Set up a kiosk').click()
    await field(page, 'Kiosk code').fill(CODE)
    await button(page, 'Make the link').click()
    await page.getByRole('link', { name: 'Use this device' }).click()
    await button(page, 'Lock this device').click()
    await button(page, 'Leave kiosk').waitFor()
    await button(page, 'Enter score').click()
    await page.getByText('Choose yourself from the list.').waitFor()
    await page.getByRole('combobox', { name: 'Your player name' }).fill('dor')
    await page.getByRole('option', { name: /dora/ }).click()
    await field(page, 'Score').fill('1234560')
    await button(page, 'Enter score').click()
    await page.getByText('dora: #1 of 1').waitFor()
    await page.getByRole('row', { name: /dora/ }).waitFor()
    expect(await page.locator('a[href]').count()).toBe(0)
    expect(await findAccessibilityProblemsInBothThemes(page, 'board kiosk')).toEqual([])
    await page.goto(`${site.url}/machines`)
    await page.waitForURL(`${site.url}/machines/${machineId}/kiosk`)

    await button(page, 'Leave kiosk').click()
    await field(page, 'Kiosk code').fill(CODE)
    await page.getByRole('dialog').getByRole('button', { name: 'Leave kiosk' }).click()
    await page.waitForURL(`${site.url}/machines/${machineId}`)
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('says without scripts that it needs them', async () => {
    const eventId = await newEvent('Quiet night', MATCH_PLAY)
    const context = await browser.newContext({ ...PHONE, javaScriptEnabled: false })
    const page = await context.newPage()
    for (const path of [`/events/${eventId}/kiosk`, `/machines/${machineId}/kiosk`]) {
      await page.goto(site.url + path)
      expect(await page.locator('main').innerText()).toContain('A kiosk needs JavaScript.')
    }
    await context.close()
  })
})

import type { Browser, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedIn } from '../helpers/account-visits.ts'
import {
  closeBrowser,
  findAccessibilityProblemsInBothThemes,
  type ObservedPage,
  openBrowser,
  untilRendered,
  waitUntilHydrated,
} from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
const MATCH_PLAY = { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 2, points: 'ifpa' }
const GUESTS = ['Ann', 'Bob', 'Cleo', 'Dan']
const QUESTION = 'Discard what you’ve entered?'

let site: Site
let browser: Browser
let director: Player
let eventId: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  const machineIds = await Promise.all(['attack from mars', 'medieval madness'].map(text => director.findMachine(text)))
  eventId = v7()
  const span = { startsAt: new Date(Date.now() - HOUR), endsAt: new Date(Date.now() + 2 * HOUR), timeZone: 'Europe/Berlin' }
  await director.call('events.add', { _id: eventId, name: 'Friday flippers', ...span, format: MATCH_PLAY, machineIds })
  for (const displayName of GUESTS) await director.call('events.addGuest', { _id: v7(), eventId, displayName })
  await director.call('events.presence', { eventId, all: true, presence: 'here' })
  await director.call('events.draw', { _id: v7(), eventId })
})

afterAll(async () => {
  await director?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

/** Opens the rounds of the event after the list of events, so that there is a page to go back to. */
async function openRounds(): Promise<ObservedPage> {
  const observed = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${eventId}` })
  await observed.page.goto(`${site.url}/events`)
  await waitUntilHydrated(observed.page)
  await observed.page.getByRole('link', { name: 'Friday flippers' }).first().click()
  await observed.page.waitForURL(`**/events/${eventId}`)
  await observed.page.getByRole('button', { name: 'Enter result' }).click()
  await player(observed.page, 'Cleo').waitFor()
  return observed
}

const entry = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Confirm result' }) })
const player = (page: Page, name: string) => entry(page).getByRole('button', { name: new RegExp(`^${name}`) })
const question = (page: Page) => page.getByRole('dialog', { name: QUESTION })

/** The ways in which a dialog is left without its own buttons. */
const WAYS: [string, (page: Page) => Promise<unknown>][] = [
  ['a tap beside it', page => page.touchscreen.tap(4, 4)],
  ['Escape', page => page.keyboard.press('Escape')],
  ['going back', page => page.evaluate(() => window.history.back())],
  ['its Close button', page => entry(page).getByRole('button', { name: 'Close' }).click()],
]

describe('an order that was half entered', () => {
  it.each(WAYS)('is asked about, and not lost, by %s', async (_, leave) => {
    const { page, problems } = await openRounds()
    await player(page, 'Cleo').click()
    await player(page, 'Ann').click()
    const address = page.url()
    await leave(page)
    await question(page).waitFor()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await question(page).waitFor({ state: 'detached' })
    await expect.poll(() => player(page, 'Cleo').innerText()).toContain('1st')
    expect([await player(page, 'Ann').innerText(), page.url()]).toEqual([expect.stringContaining('2nd'), address])
    await leave(page)
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => page.url()).toBe(address)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Enter result')
    expect(problems.filter(line => !line.includes('status of 404'))).toEqual([])
    await page.context().close()
  })

  it('is not lost by pressing Escape again and again', async () => {
    const { page } = await openRounds()
    await player(page, 'Cleo').click()
    for (let i = 0; i < 6; i++) await page.keyboard.press('Escape')
    await untilRendered(page)
    expect(await player(page, 'Cleo').count()).toBe(1)
    await page.context().close()
  })

  it('asks nothing before anything is entered, and the question is accessible', async () => {
    const { page } = await openRounds()
    await page.touchscreen.tap(4, 4)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Enter result' }).click()
    await player(page, 'Bob').click()
    await page.keyboard.press('Escape')
    await question(page).waitFor()
    expect(await findAccessibilityProblemsInBothThemes(page, 'question')).toEqual([])
    await page.context().close()
  })
})

describe('what was typed in a dialog', () => {
  it('is asked about too, unless it was taken back or sent', async () => {
    const { page, problems } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${eventId}?show=direct` })
    const dialog = page.getByRole('dialog')
    await page.locator('label', { has: page.getByRole('radio', { name: 'Event' }) }).click()
    await page.getByRole('button', { name: 'Cancel event' }).click()
    const field = dialog.getByRole('textbox')
    await field.fill('Friday')
    await page.touchscreen.tap(4, 4)
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    expect(await field.inputValue()).toBe('Friday')
    await field.fill('')
    await page.touchscreen.tap(4, 4)
    await dialog.waitFor({ state: 'detached' })
    expect(problems.filter(line => !line.includes('status of 404'))).toEqual([])
    await page.context().close()
  })
})

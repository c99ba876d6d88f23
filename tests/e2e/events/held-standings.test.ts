import type { Browser, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventGroupDoc } from '#events/contract/documents.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import {
  closeBrowser,
  findAccessibilityProblemsInBothThemes,
  findOverflowingWidths,
  type ObservedPage,
  openBrowser,
  openPage,
  waitUntilLive,
} from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const DESK = { viewport: { width: 1280, height: 800 } }
const PAIRS = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 4, points: 'ifpa' }
const LATER = 'The director shows the standings later.'

let site: Site
let browser: Browser
let director: Player
let machines: string[]

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  machines = await Promise.all(['attack from mars', 'medieval madness'].map(text => director.findMachine(text)))
})
afterAll(async () => {
  await director?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

/** An evening of four guests after its first round, all of whose results are confirmed. @returns its id */
async function beginEvening(): Promise<string> {
  const eventId = v7()
  const span = { startsAt: new Date(Date.now() - HOUR), endsAt: new Date(Date.now() + 3 * HOUR) }
  await director.call('events.add', { _id: eventId, name: 'Ceremony night', ...span, format: PAIRS, machineIds: machines })
  const entries = ['Grace', 'Hugo', 'Iris', 'Jan'].map(displayName => ({ _id: v7(), displayName }))
  await director.call('events.addPlayers', { eventId, entries })
  await director.call('events.draw', { _id: v7(), eventId })
  const reader = await DdpTestClient.open(site.endpoint)
  await reader.subscribe('events.rounds', { eventId })
  for (const [groupId, group] of reader.documents('eventGroups'))
    await director.call('events.result', { eventId, groupId, order: (group as unknown as EventGroupDoc).entrantIds })
  reader.socket.close()
  return eventId
}

async function open(path: string, options: object): Promise<ObservedPage> {
  const observed = await openPage(browser, options)
  await observed.page.goto(site.url + path)
  await waitUntilLive(observed)
  return observed
}
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
const standings = (page: Page) => page.getByRole('region', { name: 'Standings', exact: true }).locator('li[data-row]')

describe.each([
  { size: '390 px', options: PHONE },
  { size: '1280 px', options: DESK },
])('on a page of $size', ({ options }) => {
  const expectFits = async (page: Page, what: string): Promise<void> => {
    expect(await findAccessibilityProblemsInBothThemes(page, what)).toEqual([])
    expect(await findOverflowingWidths(page)).toEqual([])
    await page.setViewportSize(options.viewport)
  }

  it('the standings are held back over the end of the evening, and shown at the ceremony with one tap', async () => {
    const eventId = await beginEvening()
    const visit = await open(`/events/${eventId}?show=standings`, options)
    const wall = await open(`/events/${eventId}/live`, { viewport: { width: 1920, height: 1080 } })
    await standings(visit.page).nth(3).waitFor()

    const desk = await openSignedIn(browser, site, 'dora', { ...options, path: `/events/${eventId}?show=direct` })
    await desk.page
      .locator('label', { has: desk.page.getByRole('radio', { name: 'Event' }) })
      .first()
      .click()
    await press(desk.page, 'Hold back standings')
    await visit.page.getByRole('heading', { name: LATER }).waitFor()
    await wall.page.getByText(LATER).waitFor()
    expect(await standings(visit.page).count()).toBe(0)
    await expectFits(visit.page, 'visitor')
    await desk.page.getByText('Only those who direct the event see them.').waitFor()
    await expectFits(desk.page, 'tools')

    await press(desk.page, 'End event')
    const dialog = desk.page.getByRole('dialog')
    await dialog.getByText('The standings stay held back until you show them.').waitFor()
    await dialog.getByRole('button', { name: 'End event' }).click()
    await desk.page.getByText('Only those who direct the event see them.').waitFor()
    await visit.page.getByText('Finished', { exact: true }).first().waitFor()
    // A page that is loaded anew, and the sheet for paper, say so as well.
    await visit.page.reload()
    await visit.page.getByRole('heading', { name: LATER }).waitFor()
    expect(await visit.page.getByText('Winner').count()).toBe(0)
    const sheet = await open(`/events/${eventId}/print?what=standings`, options)
    await sheet.page.getByRole('heading', { name: LATER }).waitFor()
    expect(await sheet.page.getByText('Grace').count()).toBe(0)

    // Who directs the event sees them, and shows them with one tap.
    await desk.page.goto(`${site.url}/events/${eventId}?show=standings`)
    await standings(desk.page).nth(3).waitFor()
    await desk.page.getByText('Only those who direct the event see them.').waitFor()
    await expectFits(desk.page, 'director')
    expect(await desk.page.getByRole('region', { name: 'Podium' }).count()).toBe(0)
    await press(desk.page, 'Show standings')
    await standings(visit.page).nth(3).waitFor()
    await visit.page.getByRole('region', { name: 'Podium' }).waitFor()
    await wall.page.getByRole('region', { name: 'Podium' }).waitFor()
    await sheet.page.getByRole('rowheader', { name: 'Grace' }).waitFor()
    await desk.page.getByText('Only those who direct the event see them.').waitFor({ state: 'detached' })
    expect(await standings(desk.page).count()).toBe(4)
    for (const { page, problems } of [visit, wall, sheet, desk]) {
      expect(problems).toEqual([])
      await page.context().close()
    }
  })
})

it('the standings that are held back are said in German and Arabic, too', async () => {
  const eventId = await beginEvening()
  await director.call('events.holdStandings', { eventId, held: true })
  for (const [locale, text] of [
    ['de-DE', 'Die Turnierleitung zeigt die Tabelle später.'],
    ['ar', 'سيُظهر المنظّم الترتيب لاحقًا.'],
  ] as const) {
    const { page, problems } = await open(`/events/${eventId}?show=standings`, { ...PHONE, locale })
    await page.getByRole('heading', { name: text }).waitFor()
    expect(await findOverflowingWidths(page)).toEqual([])
    expect(problems).toEqual([])
    await page.context().close()
  }
})

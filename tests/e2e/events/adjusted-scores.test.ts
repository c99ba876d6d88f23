import type { Browser } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, openBrowser } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000

let site: Site
let browser: Browser
let director: Player
let machineId: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  machineId = await director.findMachine('attack from mars')
})
afterAll(async () => {
  await director?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

it.each([390, 1280])(
  'at %i px a director takes points in an event of scores, which the row explains and the log takes back',
  async width => {
    const eventId = v7()
    const span = { startsAt: new Date(Date.now() - HOUR), endsAt: new Date(Date.now() + HOUR) }
    const format = { kind: 'best-game', points: 'papa' }
    await director.call('events.add', { _id: eventId, name: 'League', ...span, format, machineIds: [machineId] })
    for (const [displayName, value] of [
      ['Grace', 30],
      ['Hugo', 20],
    ] as const) {
      const entrantId = v7()
      await director.call('events.addGuest', { _id: entrantId, eventId, displayName })
      await director.call('events.enter', { _id: v7(), eventId, entrantId, machineId, value })
    }
    const viewport = { width, height: 844 }
    const { page, problems } = await openSignedIn(browser, site, 'dora', { viewport, path: `/events/${eventId}?show=direct` })
    await page.getByRole('button', { name: 'More options for Grace' }).click()
    await page.getByRole('button', { name: 'Adjust points' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('label', { hasText: 'Take away' }).click()
    await dialog.getByLabel('Points').fill('12.5')
    await dialog.getByLabel('Reason').fill('Tilted twice')
    expect(await findAccessibilityProblemsInBothThemes(page, 'dialog')).toEqual([])
    await page.setViewportSize(viewport)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.goto(`${site.url}/events/${eventId}`)
    const row = page.getByRole('region', { name: 'Standings', exact: true }).locator('li[data-row]', { hasText: 'Grace' })
    await row.locator('summary', { hasText: '87.5' }).click()
    await row.getByText('−12.5 points: Tilted twice').waitFor()
    await row.getByText('100 − 12.5 = 87.5.').waitFor()
    // Hugo, who has 90, comes first now.
    await page.getByRole('region', { name: 'Standings', exact: true }).locator('li[data-row]').first().getByText('Hugo').waitFor()

    await page.goto(`${site.url}/events/${eventId}?show=players`)
    const undo = page.getByRole('button', { name: /^Undo: Grace: / })
    await undo.click()
    await undo.waitFor({ state: 'detached' })
    await page.goto(`${site.url}/events/${eventId}`)
    await row.locator('summary', { hasText: '100' }).waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  },
)

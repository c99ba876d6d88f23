import type { Browser, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, findOverflowingWidths, openBrowser, openPage } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const PHONE = { motion: true, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, timezoneId: 'Europe/Berlin' }
const DESKTOP = { motion: true, viewport: { width: 1280, height: 800 }, timezoneId: 'Europe/Berlin' }
const PLAYERS = ['Ada', 'Ben', 'Cy', 'Dot']
const HOUR = 3_600_000

let site: Site
let browser: Browser
let director: Player
/** watches the evenings, whose games it names */
let looker: DdpTestClient
let machineIds: string[]
let groupId: string

/** An evening that was played: its event, and the players of the one game. */
interface Evening {
  eventId: string
  groupId: string
  entrants: ReadonlyMap<string, string>
}

/** Plays an evening of one game and ends it. @param order the winner first; none: it is yet to come */
async function playEvening(name: string, order: readonly string[]): Promise<Evening> {
  const eventId = v7()
  const format = { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 1, points: 'ifpa' }
  const startsAt = new Date(Date.now() + (order.length === 0 ? HOUR : -HOUR))
  const facts = { name, startsAt, endsAt: new Date(startsAt.getTime() + 2 * HOUR), format, machineIds, groupId }
  await director.call('events.add', { _id: eventId, ...facts })
  if (order.length === 0) return { eventId, groupId: '', entrants: new Map() }
  const entries = PLAYERS.map(displayName => ({ _id: v7(), displayName }))
  await director.call('events.addPlayers', { eventId, entries })
  const entrants = new Map(entries.map(({ _id, displayName }) => [displayName, _id]))
  await director.call('events.draw', { _id: v7(), eventId })
  const rounds = await looker.subscribe('events.rounds', { eventId })
  const [drawn] = [...looker.documents('eventGroups')].find(([, group]) => group.eventId === eventId)!
  await looker.unsubscribe(rounds)
  const played = { eventId, groupId: drawn, entrants }
  await enterResult(played, order)
  await director.call('events.close', { eventId })
  return played
}

const enterResult = ({ eventId, groupId, entrants }: Evening, order: readonly string[], was?: readonly string[]) =>
  director.call('events.result', {
    ...{ eventId, groupId, order: order.map(name => entrants.get(name)!) },
    ...(was === undefined ? {} : { replaces: { order: was.map(name => entrants.get(name)!) } }),
  })

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  looker = await DdpTestClient.open(site.endpoint)
  machineIds = [await director.findMachine('attack from mars'), await director.findMachine('medieval madness')]
})
afterAll(async () => {
  await director?.disconnect()
  await looker?.close()
  await closeBrowser(browser)
  await site?.close()
})

/** The seeds of an event's players by their names. The event's entrants are subscribed to. */
const readSeeds = (eventId: string): Record<string, unknown> =>
  Object.fromEntries(
    [...looker.documents('eventEntrants').values()].filter(each => each.eventId === eventId).map(each => [each.displayName, each.seed]),
  )

/** The rows of the standings as they are on the page. */
const rowsOf = (page: Page): Promise<string[]> =>
  page
    .getByRole('region', { name: 'Standings' })
    .locator('summary')
    .evaluateAll(all => all.map(each => (each as HTMLElement).innerText.replace(/\s+/g, ' ').trim()))

const hasRows = (page: Page, names: readonly string[], totals: readonly string[]) =>
  expect
    .poll(async () => (await rowsOf(page)).map(row => names.findIndex(name => row.includes(name))))
    .toEqual(names.map((_, i) => i))
    .then(async () => expect((await rowsOf(page)).map((row, i) => row.includes(` ${totals[i]}`))).toEqual(totals.map(() => true)))

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)('a season of four nights with two dropped, on %s', (device, options) => {
  it('is made, follows a night that is reopened and corrected, and gives its finals their players', async () => {
    groupId = v7()
    const club = `Club of ${device}`
    await director.call('groups.add', { _id: groupId, name: club, visibility: 'public' })
    const nights = [
      await playEvening('Night A', ['Ada', 'Ben', 'Cy', 'Dot']),
      await playEvening('Night B', ['Ben', 'Ada', 'Dot', 'Cy']),
      await playEvening('Night C', ['Cy', 'Ada', 'Ben', 'Dot']),
      await playEvening('Night D', ['Ada', 'Cy', 'Dot', 'Ben']),
    ]
    const finals = await playEvening('Grand finals', [])
    const { page, problems } = await openSignedIn(browser, site, 'dora', { ...options, path: `/groups/${groupId}` })
    await page.getByText('No seasons yet.').waitFor()
    await page.getByRole('button', { name: 'New season' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Winter 2026')
    await page.getByLabel('Which nights count').selectOption({ label: 'All but the worst' })
    await page.getByRole('button', { name: 'Create season' }).click()
    // Nothing typed is lost by what is missing.
    await page.getByText('Enter a whole number from 1 to 200.').waitFor()
    await page.getByLabel('How many').fill('2')
    await page.getByRole('button', { name: 'Create season' }).click()
    await page.getByRole('heading', { level: 1, name: 'Winter 2026' }).waitFor()
    await page.getByText('No points yet').waitFor()
    expect(await findAccessibilityProblemsInBothThemes(page, 'a season without nights')).toEqual([])
    await page.setViewportSize(options.viewport)

    await page.getByRole('button', { name: 'Choose nights' }).click()
    for (const name of ['Night A', 'Night B', 'Night D', 'Night C']) {
      const option = page.getByRole('dialog').getByLabel('Add a night').locator('option', { hasText: name })
      await page
        .getByRole('dialog')
        .getByLabel('Add a night')
        .selectOption((await option.getAttribute('value'))!)
    }
    await page.getByRole('button', { name: 'Move Night C up' }).click()
    expect(await findAccessibilityProblemsInBothThemes(page, 'the choice of nights')).toEqual([])
    await page.setViewportSize(options.viewport)
    await page.getByRole('button', { name: 'Save nights' }).click()
    // Ada 7 and 7, Ben 7 and 5, Cy 7 and 5, Dot 3 and 3: two of four nights count.
    await hasRows(page, ['Ada', 'Ben', 'Cy', 'Dot'], ['14', '12', '12', '6'])
    await page.getByText('The worst 2 nights are dropped.').waitFor()
    const address = page.url()

    // A row explains itself.
    const row = page.getByRole('region', { name: 'Standings' }).getByRole('listitem').filter({ hasText: 'Ada' }).first()
    await row.locator('summary').click()
    await expect.poll(() => row.getByText(/, dropped/).count()).toBe(2)
    expect(await findAccessibilityProblemsInBothThemes(page, 'an open row')).toEqual([])
    await page.setViewportSize(options.viewport)

    // The last night is reopened and corrected: Ben has won it.
    const last = nights[3]!
    await director.call('events.reopen', { eventId: last.eventId })
    await enterResult(last, ['Ben', 'Cy', 'Dot', 'Ada'], ['Ada', 'Cy', 'Dot', 'Ben'])
    await hasRows(page, ['Ben', 'Ada', 'Cy', 'Dot'], ['14', '12', '12', '6'])
    await director.call('events.close', { eventId: last.eventId })

    // Everybody else sees the same, without an account, and without scripts too.
    const visitor = await openPage(browser, { ...options, javaScriptEnabled: false })
    await visitor.page.goto(address)
    await hasRows(visitor.page, ['Ben', 'Ada', 'Cy', 'Dot'], ['14', '12', '12', '6'])
    await visitor.page.getByRole('region', { name: 'Standings' }).locator('summary').first().click()
    await visitor.page.getByRole('link', { name: 'Night by night' }).first().click()
    await expect.poll(() => visitor.page.getByText(/, dropped/).count()).toBe(2)
    await visitor.page.context().close()

    // The nights are undone, and the undo too.
    await page.getByRole('button', { name: 'Undo the last change of nights' }).click()
    await page.getByText('No points yet').waitFor()
    await page.getByRole('button', { name: 'Undo the last change of nights' }).click()
    await hasRows(page, ['Ben', 'Ada', 'Cy', 'Dot'], ['14', '12', '12', '6'])

    // The best two play the finals, the best one as the first seed.
    await page.getByRole('button', { name: 'Finals', exact: true }).click()
    await page.getByLabel('How many players').fill('1')
    await page.getByRole('dialog').getByRole('button', { name: 'Enter 1 player' }).waitFor()
    await page.getByLabel('How many players').fill('2')
    // Ada and Cy share the second rank.
    expect(await findAccessibilityProblemsInBothThemes(page, 'the finals')).toEqual([])
    await page.setViewportSize(options.viewport)
    await page.getByRole('dialog').getByRole('button', { name: 'Enter 3 players' }).click()
    await page.getByText('3 players are new in the event.').waitFor()
    await page.getByRole('dialog').getByRole('link', { name: 'Finals event' }).click()
    await page.getByRole('heading', { level: 1, name: 'Grand finals' }).waitFor()
    for (const name of ['Ben', 'Ada', 'Cy']) await page.getByText(name, { exact: true }).first().waitFor()
    expect(await page.getByText('Dot', { exact: true }).count()).toBe(0)
    await looker.subscribe('events.entrants', { eventId: finals.eventId })
    expect(readSeeds(finals.eventId)).toEqual({ Ben: 1, Ada: 2, Cy: 3 })

    // A night says of which season it is.
    await page.goto(`${site.url}/events/${last.eventId}`)
    await page.getByText('Night 4 of 4 in').waitFor()
    await page.getByRole('link', { name: 'Winter 2026' }).click()
    await page.getByRole('heading', { level: 1, name: 'Winter 2026' }).waitFor()
    expect(await findOverflowingWidths(page)).toEqual([])
    expect(problems).toEqual([])
    await page.context().close()
  })
})

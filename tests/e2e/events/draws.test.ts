import type { Browser, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventDoc, EventEntrantDoc, EventGroupDoc, StandingsDoc } from '#events/contract/documents.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { documentsOfEvent } from '../../integration/helpers/event-documents.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import {
  closeBrowser,
  findAccessibilityProblemsInBothThemes,
  findOverflowingWidths,
  openBrowser,
  openPage,
  waitUntilLive,
} from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const DESK = { viewport: { width: 1280, height: 900 } }
const FORMAT = { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 3, points: 'ifpa' }
const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal']

let site: Site
let browser: Browser
let director: Player
let visitor: DdpTestClient
let machineIds: string[]

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  visitor = await DdpTestClient.open(site.endpoint)
  machineIds = []
  for (const name of ['funhouse', 'medieval madness', 'twilight zone']) machineIds.push(await director.findMachine(name))
})
afterAll(async () => {
  await director?.disconnect()
  visitor?.socket.close()
  await closeBrowser(browser)
  await site?.close()
})

/** Creates a live event with eight guests. @returns its id */
async function createEvent(name: string, chosen: object): Promise<string> {
  const eventId = v7()
  const span = { startsAt: new Date(Date.now() - HOUR), endsAt: new Date(Date.now() + HOUR), timeZone: 'Europe/Berlin' }
  await director.call('events.add', { _id: eventId, name, ...span, format: FORMAT, machineIds, ...chosen })
  await director.call('events.addPlayers', { eventId, entries: NAMES.map(displayName => ({ _id: v7(), displayName })) })
  for (const publication of ['events.one', 'events.rounds', 'events.standings', 'events.entrants'])
    await visitor.subscribe(publication, { eventId })
  return eventId
}
const seeds = (eventId: string) =>
  documentsOfEvent<EventEntrantDoc>(visitor, 'eventEntrants', eventId)
    .filter(({ seed }) => seed !== undefined)
    .sort((a, b) => a.seed! - b.seed!)
    .map(({ displayName, seed }) => `${seed} ${displayName}`)

/** Takes screenshots at the usual widths in both themes if SCREENS names a folder. */
async function takeScreenshots(page: Page, name: string): Promise<void> {
  if (process.env.SCREENS === undefined) return
  const before = page.viewportSize()!
  for (const [width, height] of [
    [390, 844],
    [1280, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${process.env.SCREENS}/${name}-${width}-${colorScheme}.png` })
    }
  }
  await page.setViewportSize(before)
}

it('a director seeds the players by dragging them and by keyboard, and draws them', async () => {
  const eventId = await createEvent('Seeded', {})
  const { page } = await openSignedIn(browser, site, 'dora', { ...DESK, path: `/events/${eventId}/edit` })
  await page.getByLabel('Seeding').selectOption('Manual')
  await takeScreenshots(page, 'draw-form')
  await page.getByRole('button', { name: 'Save' }).click()
  await visitor.waitUntil(() => (visitor.documents('events').get(eventId) as unknown as EventDoc).seeding === 'manual')

  await page.goto(`${site.url}/events/${eventId}?show=direct`)
  await page.getByRole('button', { name: 'Set seeds' }).click()
  const dialog = page.getByRole('dialog', { name: 'Seeds' })
  const rows = dialog.getByRole('listitem')
  const names = () => rows.evaluateAll(items => items.map(item => item.querySelectorAll('span')[1]?.textContent))
  expect(await names()).toEqual(NAMES)
  const pressUp = dialog.getByRole('button', { name: 'Move Cleo up' })
  await pressUp.focus()
  for (const n of [2, 1]) {
    await page.keyboard.press('Enter')
    await dialog.getByText(`Cleo is now #${n}.`).waitFor()
  }
  // The button keeps the focus; at the top it does nothing.
  await page.keyboard.press('Enter')
  expect(await names()).toEqual(['Cleo', 'Ann', 'Ben', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal'])
  const handle = await rows.nth(7).locator('[aria-hidden]').last().boundingBox()
  const target = await rows.nth(0).boundingBox()
  await page.mouse.move(handle!.x + handle!.width / 2, handle!.y + handle!.height / 2)
  await page.mouse.down()
  await page.mouse.move(handle!.x, target!.y + target!.height, { steps: 8 })
  await page.mouse.move(handle!.x, target!.y + target!.height / 2 - 4, { steps: 8 })
  await page.mouse.up()
  await dialog.getByText('Hal is now #1.').waitFor()
  expect(await names()).toEqual(['Hal', 'Cleo', 'Ann', 'Ben', 'Dan', 'Eve', 'Fay', 'Gus'])
  expect(await findAccessibilityProblemsInBothThemes(page, 'seeds')).toEqual([])
  await takeScreenshots(page, 'draw-seeds')
  await dialog.getByRole('button', { name: 'Save seeds' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await visitor.waitUntil(() => seeds(eventId).length === 8)
  expect(seeds(eventId).slice(0, 3)).toEqual(['1 Hal', '2 Cleo', '3 Ann'])
  await page.getByText('Seed 1', { exact: true }).waitFor()

  await page.getByRole('radio', { name: 'Rounds' }).check()
  await page.getByRole('button', { name: 'Start round 1' }).click()
  await visitor.waitUntil(() => documentsOfEvent(visitor, 'eventGroups', eventId).length === 2)
  const byId = new Map(
    documentsOfEvent<EventEntrantDoc>(visitor, 'eventEntrants', eventId).map(({ _id, displayName }) => [_id, displayName]),
  )
  const groups = documentsOfEvent<EventGroupDoc>(visitor, 'eventGroups', eventId).sort((a, b) => a.number - b.number)
  expect(groups.map(({ entrantIds }) => entrantIds.map(id => byId.get(id)!).sort())).toEqual([
    ['Ben', 'Dan', 'Gus', 'Hal'],
    ['Ann', 'Cleo', 'Eve', 'Fay'],
  ])
  await page.context().close()
})

it('IFPA ranks are typed or pasted, and ranks of an earlier event are taken over', async () => {
  const earlier = await createEvent('Earlier', { format: { ...FORMAT, rounds: 1 } })
  await director.call('events.draw', { _id: v7(), eventId: earlier })
  await visitor.waitUntil(() => documentsOfEvent(visitor, 'eventGroups', earlier).length === 2)
  for (const { _id: groupId, entrantIds: order } of documentsOfEvent<EventGroupDoc>(visitor, 'eventGroups', earlier))
    await director.call('events.result', { eventId: earlier, groupId, order })
  await director.call('events.close', { eventId: earlier })

  const eventId = await createEvent('Ranked', { seeding: 'ifpa' })
  const { page } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${eventId}?show=direct` })
  await page.getByRole('button', { name: 'Set seeds' }).click()
  const dialog = page.getByRole('dialog', { name: 'Seeds' })
  await dialog.getByLabel('Paste a list of names and ranks').fill('ben 1200\n34 Cleo\nZoe 5')
  await dialog.getByText('2 ranks found. Not in this event: Zoe.').waitFor()
  expect(await dialog.getByLabel('Cleo', { exact: true }).inputValue()).toBe('34')
  await dialog.getByLabel('Ann', { exact: true }).fill('unknown')
  await dialog.getByText('Enter a number of up to six digits.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Save seeds' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Ann', { exact: true }).fill('7')
  expect(await findAccessibilityProblemsInBothThemes(page, 'ranks')).toEqual([])
  expect(await findOverflowingWidths(page)).toEqual([])
  await takeScreenshots(page, 'draw-ranks')
  await dialog.getByRole('button', { name: 'Save seeds' }).click()
  await visitor.waitUntil(() => seeds(eventId).length === 3)
  expect(seeds(eventId)).toEqual(['7 Ann', '34 Cleo', '1200 Ben'])
  await page.getByText('IFPA rank 1,200').waitFor()

  await director.call('events.edit', { eventId, seeding: 'previous' })
  await page.getByText('Seed 34', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Set seeds' }).click()
  await dialog.getByLabel('Event', { exact: true }).selectOption({ index: 0 })
  await dialog.getByRole('button', { name: 'Use these standings' }).click()
  await visitor.waitUntil(() => seeds(eventId).length === 8)
  const ranks = documentsOfEvent<StandingsDoc>(visitor, 'standings', earlier).map(({ displayName, rank }) => `${rank} ${displayName}`)
  expect(seeds(eventId).sort()).toEqual(ranks.sort())
  await takeScreenshots(page, 'draw-earlier')
  await page.context().close()
})

it('a group plays three games, one after the other, and each counts', async () => {
  const eventId = await createEvent('Three games', { gamesPerRound: 3, agreement: 'one' })
  await director.call('events.draw', { _id: v7(), eventId })
  await visitor.waitUntil(() => documentsOfEvent(visitor, 'eventGroups', eventId).length === 2)
  const { page } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${eventId}?show=rounds` })
  await page.getByText('Group 1 · Game 1 of 3').waitFor()
  await page.getByText(/^Draw ID: [0-9a-f]{10} /).waitFor()
  const card = page.getByRole('listitem').filter({ hasText: 'Group 1 · Game 2 of 3' })
  await card.getByRole('button', { name: 'Enter result' }).click()
  const [group] = documentsOfEvent<EventGroupDoc>(visitor, 'eventGroups', eventId).sort((a, b) => a.number - b.number)
  const byId = new Map(
    documentsOfEvent<EventEntrantDoc>(visitor, 'eventEntrants', eventId).map(({ _id, displayName }) => [_id, displayName]),
  )
  const order = [...group!.entrantIds].reverse()
  const dialog = page.getByRole('dialog')
  for (const id of order.slice(0, 3))
    await dialog
      .getByRole('button', { name: new RegExp(`^${byId.get(id)!}`) })
      .first()
      .click()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const current = () => documentsOfEvent<EventGroupDoc>(visitor, 'eventGroups', eventId).find(({ _id }) => _id === group!._id)!
  await visitor.waitUntil(() => current().games![1]!.state === 'confirmed')
  expect(current().games!.map(({ state }) => state)).toEqual(['playing', 'confirmed', 'playing'])
  expect(current().games![1]!.result).toEqual(order)
  await visitor.waitUntil(() => documentsOfEvent<StandingsDoc>(visitor, 'standings', eventId).some(({ points }) => points === 7))
  expect(await findAccessibilityProblemsInBothThemes(page, 'games')).toEqual([])
  expect(await findOverflowingWidths(page)).toEqual([])
  await takeScreenshots(page, 'draw-games')

  // The big screen shows the game that each group plays.
  const screen = await openPage(browser, { viewport: { width: 1920, height: 1080 } })
  await screen.page.goto(`${site.url}/events/${eventId}/live`)
  await screen.page.getByText('Game 1 of 3').first().waitFor()
  expect(await screen.page.getByText(/Game \d of 3/).allTextContents()).toEqual(['Game 1 of 3', 'Game 1 of 3'])
  await director.call('events.result', { eventId, groupId: group!._id, order: group!.entrantIds })
  await screen.page.getByText('Game 3 of 3').waitFor()
  await takeScreenshots(screen.page, 'draw-screen')
  await screen.page.context().close()
  await page.context().close()
})

it('a desk shows the rounds as a table and the standings as a matrix, in which new results appear', async () => {
  const eventId = await createEvent('On a desk', { tieBreaks: ['buchholz'], format: { ...FORMAT, groupSize: 2 } })
  const draw = async (round: number): Promise<(EventGroupDoc & { _id: string })[]> => {
    await director.call('events.draw', { _id: v7(), eventId })
    const drawn = () => documentsOfEvent<EventGroupDoc>(visitor, 'eventGroups', eventId).filter(each => each.round === round)
    await visitor.waitUntil(() => drawn().length === 4)
    return drawn().sort((a, b) => a.number - b.number)
  }
  const enter = (group: EventGroupDoc & { _id: string }) =>
    director.call('events.result', { eventId, groupId: group._id, order: group.entrantIds })
  for (const group of await draw(1)) await enter(group)
  const [first, ...others] = await draw(2)
  for (const group of others) await enter(group)

  const observed = await openPage(browser, DESK)
  const { page } = observed
  await page.goto(`${site.url}/events/${eventId}?show=rounds`)
  await waitUntilLive(observed)
  const row = page.getByRole('listitem').filter({ hasText: 'Group 2' }).first()
  const tops = await row.evaluate(item => [...item.children].map(part => Math.round(part.getBoundingClientRect().left)))
  expect(tops).toEqual([...tops].sort((a, b) => a - b))
  expect(new Set(tops.slice(0, 3)).size).toBe(3)
  expect(await findAccessibilityProblemsInBothThemes(page, 'rounds')).toEqual([])
  await page.setViewportSize(DESK.viewport)
  await takeScreenshots(page, 'desk-rounds')

  await page.goto(`${site.url}/events/${eventId}?show=standings`)
  await waitUntilLive(observed)
  await page.getByRole('radio', { name: 'Rounds' }).check()
  const table = page.getByRole('table')
  await table.waitFor()
  expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Place', 'Player', 'R1', 'R2', 'Total', 'Tie-break'])
  const names = new Map(
    documentsOfEvent<EventEntrantDoc>(visitor, 'eventEntrants', eventId).map(({ _id, displayName }) => [_id, displayName]),
  )
  const winner = names.get(first!.entrantIds[0]!)!
  const cells = () => table.getByRole('row').filter({ hasText: winner }).getByRole('cell').allTextContents()
  expect((await cells())[2]).toBe('–')
  await enter(first!)
  await table.getByRole('button', { name: new RegExp(`^${winner}, round 2: 7 points`) }).waitFor()
  expect((await cells())[2]).toBe('7')
  // Cells are reached and opened by keyboard.
  await table.getByRole('button', { name: new RegExp(`^${winner}, round 2`) }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `${winner} in round 2` })
  await dialog.getByText(names.get(first!.entrantIds[1]!)!).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await findAccessibilityProblemsInBothThemes(page, 'matrix')).toEqual([])
  await page.setViewportSize(DESK.viewport)
  await takeScreenshots(page, 'desk-matrix')
  // The same as lines.
  await page.getByRole('radio', { name: 'Lines' }).check()
  const lines = page.getByRole('region', { name: 'Places after each round' })
  await lines.getByRole('img', { name: /^After round 2, .+ is first\.$/ }).waitFor()
  expect(await lines.getByRole('listitem').filter({ hasText: winner }).count()).toBe(1)
  expect(await findAccessibilityProblemsInBothThemes(page, 'lines')).toEqual([])
  await page.setViewportSize(DESK.viewport)
  await takeScreenshots(page, 'desk-lines')
  // On a phone, the lines fit and the table scrolls inside itself.
  await page.setViewportSize(PHONE.viewport)
  expect(await findOverflowingWidths(page)).toEqual([])
  await page.getByRole('radio', { name: 'Rounds' }).check()
  await table.waitFor()
  expect(await findOverflowingWidths(page)).toEqual([])
  await page.getByRole('radio', { name: 'List' }).check()
  await page.getByRole('listitem').filter({ hasText: winner }).first().waitFor()
  expect(await findOverflowingWidths(page)).toEqual([])
  expect(observed.problems).toEqual([])
  await page.context().close()
})

it('paper shows what there is to read, and neither navigation nor buttons', async () => {
  const eventId = await createEvent('On paper', {})
  await director.call('events.draw', { _id: v7(), eventId })
  await visitor.waitUntil(() => documentsOfEvent(visitor, 'eventGroups', eventId).length === 2)
  const { page } = await openSignedIn(browser, site, 'dora', { ...DESK, path: `/events/${eventId}?show=direct` })
  // The names in the director's rounds are buttons, and stay.
  const names = page.getByRole('button', { name: /finished first: enter result$/ })
  const actions = page.getByRole('button', { name: /^(Enter result of group|End event|Change players)/ })
  await names.first().waitFor()
  expect(await actions.count()).toBe(4)
  expect(await page.getByRole('navigation').count()).toBe(2)
  await page.emulateMedia({ media: 'print' })
  expect(await names.allTextContents()).toHaveLength(NAMES.length)
  expect(await actions.count()).toBe(0)
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.getByRole('contentinfo').count()).toBe(0)
  await page.emulateMedia({ media: null })

  await page.goto(`${site.url}/events/${eventId}/print`)
  const print = page.getByRole('button', { name: 'Print' })
  await page.getByRole('table').waitFor()
  await print.waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('cell').allTextContents()).toEqual(expect.arrayContaining(['1', '2']))
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.getByRole('contentinfo').count()).toBe(0)
  expect(await page.getByRole('button').count()).toBe(0)
  await page.context().close()
})

it('a dialog about the next round stays open when a helper confirms the last game meanwhile, and then the next round comes first', async () => {
  const eventId = await createEvent('Meanwhile', { capacity: NAMES.length })
  const wanda = await signUp(site.endpoint, 'wanda')
  await wanda.call('events.join', { eventId })
  await director.call('events.draw', { _id: v7(), eventId })
  const groups = () => documentsOfEvent<EventGroupDoc>(visitor, 'eventGroups', eventId)
  await visitor.waitUntil(() => groups().length === 2)
  const enter = ({ _id: groupId, entrantIds: order }: EventGroupDoc & { _id: string }) =>
    director.call('events.result', { eventId, groupId, order })
  await enter(groups()[0]!)
  const { page } = await openSignedIn(browser, site, 'dora', { ...DESK, path: `/events/${eventId}?show=direct` })
  const [round, next] = [page.getByRole('region', { name: 'Round 1', exact: true }), page.getByRole('region', { name: 'Next round' })]
  const top = async (part: typeof round): Promise<number> => (await part.boundingBox())!.y
  await round.getByText('1 of 2 groups still playing.').waitFor()
  expect(await top(next)).toBeGreaterThan(await top(round))
  // Who waits for a place is in no round.
  await page.getByRole('button', { name: 'Change players' }).click()
  const dialog = page.getByRole('dialog')
  expect((await dialog.getByLabel('Player').locator('option').allTextContents()).sort()).toEqual(NAMES)
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Draw although games are open' }).click()
  const open = dialog.getByText('1 group has no confirmed result:')
  await open.waitFor()
  await enter(groups()[1]!)
  await open.waitFor({ state: 'detached' })
  expect(await dialog.evaluate(box => box.matches(':modal'))).toBe(true)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await top(next)) < (await top(round))).toBe(true)
  await page.getByRole('button', { name: 'Start round 2' }).click()
  await visitor.waitUntil(() => groups().length === 4)
  await wanda.disconnect()
  await page.context().close()
})

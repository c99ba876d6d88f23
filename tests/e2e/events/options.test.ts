import type { Browser } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventDoc, EventGroupDoc, StandingsDoc } from '#events/contract/documents.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, findOverflowingWidths, openBrowser, openPage } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, timezoneId: 'Europe/Berlin' }

let site: Site
let browser: Browser
let director: Player
let visitor: DdpTestClient

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  visitor = await DdpTestClient.open(site.endpoint)
})
afterAll(async () => {
  await director?.disconnect()
  visitor?.socket.close()
  await closeBrowser(browser)
  await site?.close()
})

const event = (eventId: string) => visitor.documents('events').get(eventId) as unknown as EventDoc | undefined

it('a director chooses tie-breaks by keyboard, what a bye counts, and points of one’s own', async () => {
  const { page } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: '/events/new' })
  await page.getByLabel('Name', { exact: true }).fill('Own rules')
  await page.getByRole('radio', { name: /^Match play/ }).check()
  await page.getByLabel('Points for 1st–4th').selectOption('Custom table')
  const four = page.getByRole('group', { name: 'Points in a group of 4' })
  // The table begins with known points, to be changed.
  expect(await four.getByLabel('1st').inputValue()).toBe('7')
  await four.getByLabel('1st').fill('8,5')
  await four.getByLabel('3rd').fill('6')
  await page.getByLabel('A bye counts').selectOption('as half a win')

  const ties = page.getByRole('group', { name: 'Tie-breaks' })
  const names = () => ties.getByRole('listitem').evaluateAll(items => items.map(item => item.children[1]?.textContent))
  expect(await names()).toEqual(['Places'])
  await ties.getByLabel('Add tie-break').selectOption('Buchholz')
  await ties.getByLabel('Add tie-break').selectOption('Head to head')
  await expect.poll(names).toEqual(['Places', 'Buchholz', 'Head to head'])
  await ties.getByRole('button', { name: 'Move Head to head up' }).focus()
  await page.keyboard.press('Enter')
  await ties.getByText('Head to head is now #2.').waitFor()
  // The button keeps the focus, so that it can be pressed again.
  await page.keyboard.press('Enter')
  await ties.getByText('Head to head is now #1.').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(names).toEqual(['Head to head', 'Places', 'Buchholz'])
  await ties.getByRole('button', { name: 'Remove Places' }).press('Enter')
  await expect.poll(names).toEqual(['Head to head', 'Buchholz'])
  expect(await findAccessibilityProblemsInBothThemes(page, 'new event')).toEqual([])
  expect(await findOverflowingWidths(page)).toEqual([])

  await page.getByRole('combobox', { name: 'Add machine' }).fill('funhouse')
  await page
    .getByRole('option', { name: /Funhouse/i })
    .first()
    .click()
  await page.getByRole('button', { name: 'Add event' }).click()
  await page.getByText('A lower place can’t get more points than a higher one.').waitFor()
  await four.getByLabel('3rd').fill('2.25')
  await page.getByRole('button', { name: 'Add event' }).click()
  await page.getByRole('region', { name: 'Manage event' }).waitFor()
  const eventId = new URL(page.url()).pathname.split('/').at(-1)!
  await visitor.subscribe('events.one', { eventId })
  expect(event(eventId)).toMatchObject({
    format: { points: { custom: { 4: [8.5, 5, 2.25, 1], 3: [7, 4, 1], 2: [7, 1] } } },
    tieBreaks: ['head-to-head', 'buchholz'],
    byes: 'half',
  })

  // The form of the event has what was chosen.
  await page.goto(`${site.url}/events/${eventId}/edit`)
  await ties.getByRole('button', { name: 'Move Buchholz up' }).click()
  expect(await four.getByLabel('1st').inputValue()).toBe('8.5')
  await page.getByRole('button', { name: 'Save' }).click()
  await visitor.waitUntil(() => event(eventId)?.tieBreaks?.[0] === 'buchholz')
  await page.context().close()
})

it('the standings explain by which tie-break a place was decided, and the event says which there are', async () => {
  const eventId = v7()
  const machineIds = [await director.findMachine('funhouse')]
  const span = { startsAt: new Date(Date.now() - HOUR), endsAt: new Date(Date.now() + HOUR), timeZone: 'Europe/Berlin' }
  const format = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 2, points: 'ifpa' }
  const tieBreaks = ['head-to-head', 'median-buchholz']
  await director.call('events.add', { _id: eventId, name: 'Explained', ...span, format, machineIds, tieBreaks })
  const entries = ['Ann', 'Ben', 'Cleo', 'Dan'].map(displayName => ({ _id: v7(), displayName }))
  await director.call('events.addPlayers', { eventId, entries })
  for (const name of ['events.rounds', 'events.standings']) await visitor.subscribe(name, { eventId })
  const pairs = (round: number) =>
    [...visitor.documents('eventGroups')]
      .map(([_id, each]) => ({ ...(each as unknown as EventGroupDoc), _id }))
      .filter(each => each.eventId === eventId && each.round === round)
  const enter = (round: number, winner: string) => {
    const pair = pairs(round).find(({ entrantIds }) => entrantIds.includes(winner))!
    return director.call('events.result', { eventId, groupId: pair._id, order: [winner, ...pair.entrantIds.filter(id => id !== winner)] })
  }
  await director.call('events.draw', { _id: v7(), eventId })
  await visitor.waitUntil(() => pairs(1).length === 2)
  const [best, second] = pairs(1).map(({ entrantIds }) => entrantIds[0]!) as [string, string]
  const third = pairs(1)[1]!.entrantIds[1]!
  for (const winner of [best, second]) await enter(1, winner)
  await director.call('events.draw', { _id: v7(), eventId })
  await visitor.waitUntil(() => pairs(2).length === 2)
  for (const winner of [best, third]) await enter(2, winner)
  const rows = () => [...visitor.documents('standings').values()].map(each => each as unknown as StandingsDoc)
  const nameOf = (entrantId: string): string => rows().find(each => each.entrantId === entrantId)!.displayName
  await visitor.waitUntil(() => rows().filter(({ decidedBy }) => decidedBy !== undefined).length === 2)

  const { page } = await openPage(browser)
  await page.goto(`${site.url}/events/${eventId}?show=standings`)
  await page.getByText('Ties are decided by: Head to head, Median-Buchholz.').first().waitFor()
  const standings = page.getByRole('region', { name: 'Standings' })
  await standings.getByText(nameOf(second), { exact: true }).click()
  await standings.getByText(`Tied with ${nameOf(third)}, but ahead on head-to-head results: 1 to 0.`).waitFor()
  await standings.getByText(nameOf(third), { exact: true }).click()
  await standings.getByText(`Tied with ${nameOf(second)}, who is ahead on head-to-head results: 1 to 0.`).waitFor()
  // The big screen says it in few words.
  await page.goto(`${site.url}/events/${eventId}/live`)
  for (const figures of ['1:0', '0:1']) await page.getByText(`Head to head ${figures}`, { exact: true }).waitFor()
  await page.context().close()
})

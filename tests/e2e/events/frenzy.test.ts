import type { Browser } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventGroupDoc } from '#events/contract/documents.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { documentsOfEvent } from '../../integration/helpers/event-documents.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, openBrowser, openPage } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
const NAMES = ['Ada', 'Ben', 'Cy', 'Dee', 'Eve', 'Finn']

let site: Site
let browser: Browser
let director: Player
let player: Player
let visitor: DdpTestClient
let machineIds: string[]
let eventId: string

type Group = EventGroupDoc & { _id: string }
const open = (): Group[] =>
  documentsOfEvent<EventGroupDoc>(visitor, 'eventGroups', eventId)
    .filter(({ state }) => state !== 'confirmed')
    .sort((a, b) => a.number - b.number)

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  player = await signUp(site.endpoint, 'paula')
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  machineIds = await Promise.all(['attack from mars', 'medieval madness'].map(text => director.findMachine(text)))
  visitor = await DdpTestClient.open(site.endpoint)
})
afterAll(async () => {
  await Promise.all([director?.disconnect(), player?.disconnect()])
  visitor?.socket.close()
  await closeBrowser(browser)
  await site?.close()
})

/** Adds a frenzy of six guests and a player. @returns the player's entrant */
async function addFrenzy(): Promise<string> {
  eventId = v7()
  const span = { startsAt: new Date(Date.now() - HOUR), endsAt: new Date(Date.now() + HOUR) }
  const format = { kind: 'flip-frenzy', groupSize: 2, minutes: 60, order: 'percentage', leastGames: 2 }
  await director.call('events.add', { _id: eventId, name: 'Flip frenzy', ...span, format, machineIds, agreement: 'one' })
  const guests = NAMES.map(displayName => ({ _id: v7(), displayName }))
  const self = v7()
  const entries = [...guests, { _id: self, userId: player.userId, presence: 'here' }]
  const answer = await director.call('events.addPlayers', { eventId, entries })
  await visitor.subscribe('events.rounds', { eventId, round: 'latest' })
  return (answer as { entrants: { _id: string; entrantId: string }[] }).entrants.find(({ _id }) => _id === self)!.entrantId
}

/** Plays on by the wire: each time the game that began first ends, won by its first player, until something is so. */
async function playUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    const [game] = open()
    await director.call('events.result', { eventId, groupId: game!._id, order: game!.entrantIds })
    await visitor.waitUntil(() => open().length === 2 && open().every(({ _id }) => _id !== game!._id))
  }
}

const isPlaying = (id: string): boolean => open().some(({ entrantIds }) => entrantIds.includes(id))

describe.each([390, 1280])('a frenzy at %i px', width => {
  it('is started by one press; a player waits, takes a break, comes back, and enters the result of the own game', async () => {
    const own = await addFrenzy()
    const viewport = { width, height: 844 }
    const desk = await openSignedIn(browser, site, 'dora', { viewport, path: `/events/${eventId}?show=direct` })
    await desk.page.locator('label', { hasText: 'Games' }).first().click()
    await desk.page.getByRole('button', { name: 'Start the games' }).click()
    const now = desk.page.getByRole('region', { name: 'Now playing' })
    await now.getByText('Game 2', { exact: true }).waitFor()
    await visitor.waitUntil(() => open().length === 2)
    expect(await now.getByText(/^Game \d+$/).count()).toBe(2)

    // Two play who are not the player, and then it is the player's turn to wait.
    await playUntil(() => isPlaying(own))
    const group = open().find(({ entrantIds }) => entrantIds.includes(own))!
    const phone = await openSignedIn(browser, site, 'paula', { viewport, path: `/events/${eventId}?show=rounds` })
    const { page } = phone
    await page.getByText(/^You’re on /).waitFor()
    expect(await findAccessibilityProblemsInBothThemes(page, 'frenzy')).toEqual([])
    await page.setViewportSize(viewport)
    await page.getByRole('button', { name: 'Enter result', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'paula' }).first().click()
    await dialog
      .getByRole('button', { name: /result/ })
      .last()
      .click()
    await dialog.waitFor({ state: 'detached' })
    await visitor.waitUntil(() => open().every(({ _id }) => _id !== group._id))
    await page.getByText(/^You’re \d(?:st|nd|rd|th) in the queue, about \d+ minutes?$/).waitFor()
    await page.getByRole('button', { name: 'Take a break' }).click()
    await page.getByText('You’re taking a break.').first().waitFor()
    await playUntil(() => open()[0]!.number > group.number + 6)
    expect(isPlaying(own)).toBe(false)
    await page.getByRole('button', { name: 'I’m back' }).click()
    await page.getByText(/^You’re \d(?:st|nd|rd|th) in the queue/).waitFor()
    await playUntil(() => isPlaying(own))
    await page.getByText(/^You’re on /).waitFor()
    expect([...desk.problems, ...phone.problems]).toEqual([])
    await Promise.all([desk.page.context().close(), page.context().close()])
  })
})

it('an hour of it, compressed by the clock, is on the wall and on a page without scripts', async () => {
  await addFrenzy()
  await director.call('events.draw', { _id: v7(), eventId })
  await visitor.waitUntil(() => open().length === 2)
  await playUntil(() => open()[0]!.number > 40)
  const { page, problems } = await openPage(browser, { viewport: { width: 1920, height: 1080 } })
  await page.goto(`${site.url}/events/${eventId}/live`)
  const now = page.getByRole('complementary')
  await now.getByRole('heading', { name: 'Now playing' }).waitFor()
  await now.getByText('Next', { exact: true }).waitFor()
  expect(await now.getByRole('listitem').count()).toBeGreaterThanOrEqual(2)
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)).toBe(true)
  expect(problems).toEqual([])
  await page.context().close()
  const html = await (await fetch(`${site.url}/events/${eventId}?show=rounds`)).text()
  for (const name of [...NAMES, 'Now playing', 'Queue', `Game ${open()[0]!.number}`]) expect(html.includes(name), name).toBe(true)
})

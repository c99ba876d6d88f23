import type { Browser } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventGroupDoc, StandingsDoc } from '#events/contract/documents.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { documentsOfEvent } from '../../integration/helpers/event-documents.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, openBrowser, openPage } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
const NAMES = Array.from({ length: 24 }, (_, i) => `Player ${String(i + 1).padStart(2, '0')}`)

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
  machineIds = await Promise.all(
    ['attack from mars', 'medieval madness', 'funhouse', 'twilight zone', 'the addams family', 'monster bash'].map(text =>
      director.findMachine(text),
    ),
  )
  visitor = await DdpTestClient.open(site.endpoint)
})
afterAll(async () => {
  await director?.disconnect()
  visitor?.socket.close()
  await closeBrowser(browser)
  await site?.close()
})

type Group = EventGroupDoc & { _id: string }
const groups = (eventId: string): Group[] => documentsOfEvent<EventGroupDoc>(visitor, 'eventGroups', eventId)
const open = (eventId: string): Group[] => groups(eventId).filter(({ state }) => state !== 'confirmed')

/** Enters the result of a game: the players in the order of their numbers, so that the better seed wins. */
async function enter(eventId: string, { _id: groupId, entrantIds, games }: Group, names: ReadonlyMap<string, string>): Promise<void> {
  const order = entrantIds.toSorted((a, b) => (names.get(a)! < names.get(b)! ? -1 : 1))
  const game = games === undefined ? {} : { game: games.findIndex(({ state }) => state !== 'confirmed') + 1 }
  await director.call('events.result', { eventId, groupId, order, ...game })
}

async function namesOf(eventId: string): Promise<Map<string, string>> {
  await visitor.subscribe('events.entrants', { eventId })
  return new Map(
    documentsOfEvent<{ displayName: string }>(visitor, 'eventEntrants', eventId).map(({ _id, displayName }) => [_id, displayName]),
  )
}

/** A qualifying of 24 players in one round of six groups of four, which has ended: six have 7 points, six 5, six 3 and six 1. */
async function qualify(): Promise<string> {
  const eventId = v7()
  const span = { startsAt: new Date(Date.now() - HOUR), endsAt: new Date(Date.now() + HOUR) }
  const format = { kind: 'match-play', grouping: 'random', groupSize: 4, rounds: 1, points: 'ifpa' }
  await director.call('events.add', { _id: eventId, name: 'Qualifying night', ...span, format, machineIds })
  await director.call('events.addPlayers', { eventId, entries: NAMES.map(displayName => ({ _id: v7(), displayName })) })
  await visitor.subscribe('events.rounds', { eventId })
  await director.call('events.draw', { _id: v7(), eventId })
  await visitor.waitUntil(() => groups(eventId).length === 6)
  const names = await namesOf(eventId)
  for (const group of groups(eventId)) await enter(eventId, group, names)
  await director.call('events.close', { eventId })
  return eventId
}

/** Plays all that is up until nothing is. */
async function playAll(eventId: string): Promise<void> {
  const names = await namesOf(eventId)
  while (open(eventId).length > 0) {
    const [group] = open(eventId)
    const before = JSON.stringify(group)
    await enter(eventId, group!, names)
    await visitor.waitUntil(() => JSON.stringify(groups(eventId).find(({ _id }) => _id === group!._id)) !== before)
    // What follows from a result is sent with it or right after it: the answer of another call comes after both.
    await director.call('events.look', { code: 'nothing' }).catch(() => {})
    await visitor.subscribe('events.rounds', { eventId, round: 1 })
  }
}

describe.each([390, 1280])('a night at %i px', width => {
  it('has a cut with a tie at the bubble, and a double elimination that begins at once', async () => {
    const eventId = await qualify()
    const viewport = { width, height: 844 }
    const { page, problems } = await openSignedIn(browser, site, 'dora', { viewport, path: `/events/${eventId}?show=direct` })
    await page.getByRole('button', { name: 'Create finals' }).first().click()
    const dialog = page.getByRole('dialog')
    // Half of 24 would be twelve: the next smaller field without byes is proposed.
    await dialog.getByRole('textbox', { name: 'How many go on' }).waitFor()
    expect(await dialog.getByRole('textbox', { name: 'How many go on' }).inputValue()).toBe('8')
    await dialog.getByText(/are tied at the line$/).waitFor()
    expect(await findAccessibilityProblemsInBothThemes(page, 'create finals')).toEqual([])
    await page.setViewportSize(viewport)
    await dialog.locator('label', { hasText: 'Lots decide' }).click()
    await dialog.getByRole('combobox', { name: 'Format' }).selectOption({ label: 'Bracket' })
    await dialog.locator('label', { hasText: 'Two losses (double elimination)' }).click()
    await dialog.getByRole('button', { name: 'Create finals' }).click()
    await page.waitForURL(url => !url.pathname.includes(eventId))
    const finalsId = new URL(page.url()).pathname.split('/')[2]!
    await page.locator('label', { hasText: 'Rounds' }).first().click()
    await page.getByText('8 players').first().waitFor()
    await page.getByRole('button', { name: 'Start the games' }).click()
    await visitor.subscribe('events.rounds', { eventId: finalsId })
    await visitor.waitUntil(() => groups(finalsId).length === 4)
    await playAll(finalsId)
    await visitor.subscribe('events.standings', { eventId: finalsId })
    const [first] = documentsOfEvent<StandingsDoc>(visitor, 'standings', finalsId).filter(({ rank }) => rank === 1)
    await page.goto(`${site.url}/events/${finalsId}`)
    await page.getByRole('navigation', { name: 'Stages' }).getByRole('link', { name: 'Qualifying night' }).waitFor()
    expect(first!.displayName).toMatch(/^Player \d\d$/)
    expect(problems).toEqual([])
    await page.context().close()
  })
})

it('a PAPA final of sixteen is on the wall, and the page of the qualifying shows the way to it', async () => {
  const eventId = await qualify()
  const finalsId = v7()
  const format = { kind: 'group-bracket', games: 3, points: 'papa' }
  await director.call('events.addFinals', { _id: finalsId, eventId, name: 'PAPA final', format, count: 16, ties: 'lot' })
  await visitor.subscribe('events.rounds', { eventId: finalsId })
  await director.call('events.draw', { _id: v7(), eventId: finalsId })
  await visitor.waitUntil(() => groups(finalsId).length === 4)
  const { page, problems } = await openPage(browser, { viewport: { width: 1920, height: 1080 } })
  await page.goto(`${site.url}/events/${finalsId}/live`)
  await page.getByRole('heading', { name: 'Now playing' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)).toBe(true)
  await playAll(finalsId)
  await page.goto(`${site.url}/events/${eventId}`)
  await page.getByRole('navigation', { name: 'Stages' }).getByRole('link', { name: 'PAPA final' }).click()
  await page.getByRole('heading', { level: 1, name: 'PAPA final' }).waitFor()
  expect(problems).toEqual([])
  await page.context().close()
})

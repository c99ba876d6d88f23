import type { Browser, BrowserContextOptions } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventGroupDoc } from '#events/contract/documents.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, openBrowser, openPage } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, timezoneId: 'Europe/Berlin' }
const MATCH_PLAY = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 2, points: 'ifpa' }
const STRIKES = { kind: 'strikes', groupSize: 2, strikesToLeave: 1, strikes: 'standard' }

let site: Site
let browser: Browser
let visitor: DdpTestClient
let [dora, amy]: Player[] = []
let machineId: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  ;[dora, amy] = await Promise.all(['dora', 'amy'].map(name => signUp(site.endpoint, name)))
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  visitor = await DdpTestClient.open(site.endpoint)
  machineId = await dora!.findMachine('attack from mars')
})
afterAll(async () => {
  for (const each of [dora, amy]) await each?.disconnect()
  visitor?.socket.close()
  await closeBrowser(browser)
  await site?.close()
})

async function newEvent(name: string, format: object): Promise<string> {
  const eventId = v7()
  const span = { startsAt: new Date(Date.now() - HOUR), endsAt: new Date(Date.now() + 3 * HOUR), timeZone: 'Europe/Berlin' }
  await dora!.call('events.add', { _id: eventId, name, ...span, format, machineIds: [machineId] })
  return eventId
}

const openAs = (name: string, path: string) => openSignedIn(browser, site, name, { ...PHONE, path })

describe('a score that is voided in its event', () => {
  it('says so and why on its page, in its history and in the event’s list, until it is restored', async () => {
    const eventId = await newEvent('Selfie night', { kind: 'high-score' })
    const scoreId = v7()
    await amy!.call('scores.submit', { _id: scoreId, eventId, machineId, value: 1_234_560, comment: 'What a game' })
    const own = await openAs('amy', `/scores/${scoreId}`)
    const { page: list } = await openPage(browser, PHONE)
    await list.goto(`${site.url}/events/${eventId}?show=scores`)
    const card = list.getByRole('article').filter({ hasText: '1,234,560' })
    await card.waitFor()
    await own.page.getByRole('heading', { name: 'History' }).waitFor()
    expect(await own.page.getByText('Void in its event').count()).toBe(0)

    const voidId = v7()
    await dora!.call('events.void', { _id: voidId, eventId, what: { attemptId: scoreId }, reason: 'A stuck ball' })
    await own.page.getByText('Void in its event, where it no longer counts: A stuck ball').waitFor()
    await own.page.getByRole('region', { name: 'History' }).getByText('dora voided this score: A stuck ball').waitFor()
    await card.getByText('Void', { exact: true }).waitFor()
    await card.getByText('Void: A stuck ball').waitFor()
    for (const [page, name] of [[own.page, 'void score'], [list, 'void in list']] as const) // biome-ignore format: one line a page
      expect(await findAccessibilityProblemsInBothThemes(page, name)).toEqual([])

    await dora!.call('events.undo', { eventId, voidId })
    await own.page.getByText('dora restored this score').waitFor()
    await own.page.getByText('Void in its event').waitFor({ state: 'detached' })
    await card.getByText('Void: A stuck ball').waitFor({ state: 'detached' })
    expect(own.problems).toEqual([])
    for (const page of [own.page, list]) await page.context().close()
  })
})

describe('“Add score” in the navigation of a live event', () => {
  it('leads to a score that counts in it, and says why it does not where it is played in rounds', async () => {
    const scored = await newEvent('Selfie night', { kind: 'high-score' })
    const { page } = await openAs('amy', `/events/${scored}`)
    const add = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Add score' })
    await add.click()
    await page.getByText('Counts toward Selfie night').waitFor()
    const rounds = await newEvent('Flip night', MATCH_PLAY)
    await page.goto(`${site.url}/events/${rounds}`)
    await add.click()
    await page.getByText('Flip night is played in rounds, so scores aren’t submitted for it.').waitFor()
    await page.context().close()
  })
})

describe('an event in rounds', () => {
  /** Its groups of a round. */
  const groups = (eventId: string, round: number) =>
    [...visitor.documents('eventGroups')]
      .map(([_id, each]) => ({ ...(each as unknown as EventGroupDoc), _id }))
      .filter(each => each.eventId === eventId && each.round === round)
  async function playRound(eventId: string, round: number, count: number): Promise<void> {
    await dora!.call('events.draw', { _id: v7(), eventId })
    await visitor.waitUntil(() => groups(eventId, round).length === count)
    for (const { _id: groupId, entrantIds } of groups(eventId, round))
      await dora!.call('events.result', { eventId, groupId, order: [...entrantIds].sort() })
  }
  async function start(name: string, format: object, guests: string[]): Promise<string> {
    const eventId = await newEvent(name, format)
    // Ids in this order, so that the first guest wins each game.
    for (const displayName of guests) await dora!.call('events.addGuest', { _id: v7(), eventId, displayName })
    await dora!.call('events.presence', { eventId, all: true, presence: 'here' })
    await visitor.subscribe('events.rounds', { eventId })
    return eventId
  }
  async function openTools(eventId: string) {
    const observed = await openAs('dora', `/events/${eventId}?show=direct`)
    const tools = observed.page.getByRole('region', { name: 'Manage event' })
    await tools.locator('label', { has: observed.page.getByRole('radio', { name: 'Rounds' }) }).click()
    return { ...observed, next: tools.getByRole('region', { name: 'Next round' }) }
  }

  it('says that a game of an earlier round is open, to those who watch and to who would draw the next', async () => {
    const eventId = await start('Flip night', { ...MATCH_PLAY, rounds: 3 }, ['Ann', 'Bob', 'Cleo', 'Dan'])
    for (const round of [1, 2]) await playRound(eventId, round, 2)
    const { page: watching } = await openPage(browser, PHONE)
    await watching.goto(`${site.url}/events/${eventId}?show=rounds`)
    const first = watching.locator('details', { has: watching.getByRole('heading', { name: 'Round 1' }) }).locator('summary')
    await first.getByText('All results are in.').waitFor()
    await dora!.call('events.void', { _id: v7(), eventId, what: { groupId: groups(eventId, 1)[0]!._id } })
    await first.getByText('Results missing in round 1: 1.').waitFor()
    expect(await findAccessibilityProblemsInBothThemes(watching, 'open game')).toEqual([])
    const { page, next } = await openTools(eventId)
    await next.getByText('Results missing in round 1: 1.').waitFor()
    expect(await next.getByRole('button', { name: 'Start round 3' }).isDisabled()).toBe(true)
    for (const each of [watching, page]) await each.context().close()
  })

  it('offers no further round after the last one', async () => {
    const eventId = await start('Flip night', MATCH_PLAY, ['Ann', 'Bob'])
    await playRound(eventId, 1, 1)
    const { page, next } = await openTools(eventId)
    await next.getByRole('button', { name: 'Start round 2' }).waitFor()
    await playRound(eventId, 2, 1)
    await next.getByText('All 2 rounds have been played.').waitFor()
    expect(await next.getByRole('button').count()).toBe(0)
    await page.context().close()
  })

  it('names its winner, and calls its end planned because its director ends it', async () => {
    const eventId = await start('Knockout', STRIKES, ['Ann', 'Bob'])
    await playRound(eventId, 1, 1)
    const { page, next } = await openTools(eventId)
    await next.getByText('We have a winner: Ann').waitFor()
    expect(await next.getByRole('button').count()).toBe(0)
    await page.getByText('Runs until you end it.').waitFor()
    await page
      .getByText(/^planned end in [23] h/)
      .first()
      .waitFor()
    expect(await page.getByText(/^ends in/).count()).toBe(0)
    expect(await findAccessibilityProblemsInBothThemes(page, 'winner')).toEqual([])
    await page.context().close()
  })
})

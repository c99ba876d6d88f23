import type { Browser, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventEntrantDoc, EventGroupDoc } from '#events/contract/documents.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { startTcpProxy, type TcpProxy } from '../../tcp-proxy.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, type ObservedPage, openBrowser, waitUntilLive } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
const PHONE = { viewport: { width: 390, height: 844 }, worker: true }
const MATCH_PLAY = { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 2, points: 'ifpa' }

let site: Site
let proxy: TcpProxy
let browser: Browser
let director: Player
let ann: Player
let machineIds: string[]
let visitor: DdpTestClient

beforeAll(async () => {
  proxy = await startTcpProxy(() => ({ host: '127.0.0.1', port: Number(new URL(site.endpoint).port) }))
  site = await startSite({ RATE_LIMITS: 'off', ROOT_URL: proxy.url })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  ann = await signUp(site.endpoint, 'ann')
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  machineIds = await Promise.all(['attack from mars', 'medieval madness'].map(text => director.findMachine(text)))
  visitor = await DdpTestClient.open(site.endpoint)
})

afterAll(async () => {
  for (const player of [director, ann]) await player?.disconnect()
  visitor?.socket.close()
  await closeBrowser(browser)
  await site?.close()
  await proxy?.close()
})

interface NewEvent {
  eventId: string
  groupId: string
  /** the group as it is now */
  group(): EventGroupDoc
  idsOf(...names: string[]): string[]
}

/** Creates a live event with ann and three guests, and draws its first round: one group. */
async function newEvent(): Promise<NewEvent> {
  proxy.restore()
  const eventId = v7()
  const span = { startsAt: new Date(Date.now() - HOUR), endsAt: new Date(Date.now() + 2 * HOUR), timeZone: 'Europe/Berlin' }
  await director.call('events.add', { _id: eventId, name: 'Friday flippers', ...span, format: MATCH_PLAY, machineIds })
  await director.call('events.addPlayers', {
    eventId,
    entries: [{ _id: v7(), userId: ann.userId }, ...['Bob', 'Cleo', 'Dan'].map(displayName => ({ _id: v7(), displayName }))],
  })
  await director.call('events.presence', { eventId, all: true, presence: 'here' })
  await director.call('events.draw', { _id: v7(), eventId })
  for (const name of ['events.rounds', 'events.entrants']) await visitor.subscribe(name, { eventId })
  const find = <T>(collection: string) =>
    [...visitor.documents(collection)].flatMap(([_id, each]) => {
      const found = each as unknown as T & { eventId: string }
      return found.eventId === eventId ? [{ ...found, _id }] : []
    })
  const group = () => find<EventGroupDoc>('eventGroups')[0]!
  await visitor.waitUntil(() => find('eventGroups').length > 0)
  return {
    eventId,
    groupId: group()._id,
    group,
    idsOf: (...names) => names.map(name => find<EventEntrantDoc>('eventEntrants').find(each => each.displayName === name)!._id),
  }
}

async function openRounds(name: string, eventId: string): Promise<ObservedPage> {
  const observed = await openSignedIn(browser, { ...site, url: proxy.url }, name, { ...PHONE, path: '/account' })
  await observed.page.goto(`${proxy.url}/events/${eventId}`)
  await waitUntilLive(observed)
  // The worker keeps the page as it is at a second visit, for when there is no connection.
  await observed.page.evaluate(() => navigator.serviceWorker.ready)
  observed.frames.length = 0
  await observed.page.reload()
  await waitUntilLive(observed)
  return observed
}

async function goOffline({ page }: ObservedPage): Promise<void> {
  await page.context().setOffline(true)
  proxy.refuseConnections()
  await page.getByText(/^You’re offline\./).waitFor({ timeout: 20_000 })
}

async function goOnline({ page }: ObservedPage): Promise<void> {
  proxy.restore()
  await page.context().setOffline(false)
}

/** Taps the players in this order in the open dialog; the last one's place is filled in. */
async function enter(page: Page, names: string[], button: string): Promise<void> {
  for (const name of names.slice(0, -1))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click()
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

const note = (page: Page) => page.getByRole('listitem').filter({ hasText: 'You entered:' }).first()

/** The problems of a page that was offline, without those of the network. */
const withoutNetwork = ({ problems }: ObservedPage): string[] =>
  problems.filter(
    line => !/WebSocket|ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_CONNECTION|ERR_EMPTY|when fetching the script|status of 404/.test(line),
  )

describe('a result that was entered without a connection', () => {
  it('waits on the device through a reload, and is confirmed when the connection is back', async () => {
    const { eventId, group, idsOf } = await newEvent()
    const phone = await openRounds('dora', eventId)
    const { page } = phone
    await goOffline(phone)
    await page.getByRole('button', { name: 'Enter result' }).click()
    await enter(page, ['Cleo', 'ann', 'Dan', 'Bob'], 'Confirm result')
    await note(page).getByText('Not sent yet: waiting for a connection.').waitFor()
    await page.reload()
    await note(page).getByText('You entered: Cleo 1st, ann 2nd, Dan 3rd, Bob 4th').waitFor()
    expect(await findAccessibilityProblemsInBothThemes(page, 'waiting result')).toEqual([])
    await page.setViewportSize(PHONE.viewport)
    expect(group().state).toBe('playing')
    await goOnline(phone)
    await visitor.waitUntil(() => group().state === 'confirmed')
    expect(group().result).toEqual(idsOf('Cleo', 'ann', 'Dan', 'Bob'))
    await page.getByText('You entered:').waitFor({ state: 'detached' })
    expect(withoutNetwork(phone)).toEqual([])
    await page.context().close()
  })

  it('is sent from any page of the site', async () => {
    const { eventId, group } = await newEvent()
    const phone = await openRounds('ann', eventId)
    const { page } = phone
    await goOffline(phone)
    await page.getByRole('button', { name: 'Enter result' }).click()
    await enter(page, ['Cleo', 'ann', 'Dan', 'Bob'], 'Send result')
    await note(page).waitFor()
    await page.close()
    const other = await page.context().newPage()
    await goOnline({ ...phone, page: other })
    await other.goto(`${proxy.url}/machines`)
    await visitor.waitUntil(() => group().state === 'entered')
    await other.context().close()
  })

  it('does not replace another that was confirmed meanwhile: it says so and asks', async () => {
    const { eventId, groupId, group, idsOf } = await newEvent()
    const phone = await openRounds('ann', eventId)
    const { page } = phone
    await goOffline(phone)
    await page.getByRole('button', { name: 'Enter result' }).click()
    await enter(page, ['ann', 'Cleo', 'Dan', 'Bob'], 'Send result')
    await note(page).waitFor()
    const confirmed = idsOf('Bob', 'Cleo', 'Dan', 'ann')
    await director.call('events.result', { eventId, groupId, order: confirmed })
    await goOnline(phone)
    await note(page)
      .getByText(/^Your result doesn’t count\./)
      .waitFor()
    await note(page).getByText('You entered: ann 1st, Cleo 2nd, Dan 3rd, Bob 4th').waitFor()
    await page.getByText('A different result counts for your group, not the one you entered.').waitFor()
    expect(group().result).toEqual(confirmed)
    phone.frames.length = 0
    await page.reload()
    await waitUntilLive(phone)
    await note(page)
      .getByText(/^Your result doesn’t count\./)
      .waitFor()
    expect(await findAccessibilityProblemsInBothThemes(page, 'refused result')).toEqual([])
    await page.setViewportSize(PHONE.viewport)
    await note(page).getByRole('button', { name: 'Discard my result' }).click()
    await page.getByText('You entered:').waitFor({ state: 'detached' })
    expect(group().result).toEqual(confirmed)
    expect(withoutNetwork(phone)).toEqual([])
    await page.context().close()
  })
})

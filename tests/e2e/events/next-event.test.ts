import type { Browser, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventDoc, EventEntrantDoc } from '#events/contract/documents.ts'
import { fromLocalInput, toLocalInput } from '#platform/ui/time/zoned-time.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, findOverflowingWidths, openBrowser } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const DAY = 86_400_000
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, timezoneId: 'Europe/Berlin' }
const FORMAT = { kind: 'match-play', grouping: 'balanced', groupSize: 3, rounds: 7, points: 'pinburgh' }

let site: Site
let browser: Browser
let director: Player
let ann: Player
let visitor: DdpTestClient
let machines: string[]
/** a finished event with three players, one machine of which went out of order */
let earlierId: string
let startsAt: Date

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  ann = await signUp(site.endpoint, 'ann')
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  machines = await Promise.all(['attack from mars', 'medieval madness', 'funhouse'].map(text => director.findMachine(text)))
  visitor = await DdpTestClient.open(site.endpoint)
  earlierId = v7()
  startsAt = fromLocalInput(toLocalInput(new Date(Date.now() - 2 * DAY), 'Europe/Berlin'), 'Europe/Berlin')!
  await director.call('events.add', {
    _id: earlierId,
    name: 'Thursday Pins 12',
    venue: 'The Silver Ball',
    startsAt,
    endsAt: new Date(startsAt.getTime() + DAY / 8),
    timeZone: 'Europe/Berlin',
    format: FORMAT,
    agreement: 'one',
    machineIds: machines,
  })
  await ann.call('events.join', { eventId: earlierId })
  const guests = [{ displayName: 'Grace', ifpaNumber: '1234' }, { displayName: 'Hugo' }]
  await director.call('events.addPlayers', { eventId: earlierId, entries: guests.map(guest => ({ _id: v7(), ...guest })) })
  await director.call('events.setMachine', { eventId: earlierId, machineId: machines[1], active: false })
  await director.call('events.close', { eventId: earlierId })
})
afterAll(async () => {
  for (const player of [director, ann]) await player?.disconnect()
  visitor?.socket.close()
  await closeBrowser(browser)
  await site?.close()
})

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
// The server renders pages for visitors, so it answers 404 for pages that only some may see.
const without404 = (problems: string[]): string[] => problems.filter(line => !line.includes('status of 404'))

async function createEvent(page: Page): Promise<{ eventId: string; event: EventDoc }> {
  await press(page, 'Add event')
  await page.waitForURL(/\/events\/[0-9a-f-]{36}\?show=direct$/)
  const eventId = new URL(page.url()).pathname.split('/').at(-1)!
  await visitor.subscribe('events.one', { eventId })
  await visitor.subscribe('events.entrants', { eventId })
  return { eventId, event: visitor.documents('events').get(eventId) as unknown as EventDoc }
}

const players = (eventId: string): Pick<EventEntrantDoc, 'displayName' | 'presence'>[] =>
  ([...visitor.documents('eventEntrants').values()] as unknown as EventEntrantDoc[])
    .filter(each => each.eventId === eventId)
    .map(({ displayName, userId, ifpaNumber, presence }) => ({ displayName, userId, ifpaNumber, presence }))
    .sort((a, b) => (a.displayName < b.displayName ? -1 : 1))

describe('a director', () => {
  it('makes the next event from a finished one with two taps: settings, machines and players are there, one week later', async () => {
    const { page, problems } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${earlierId}?show=direct` })
    await page.getByRole('link', { name: 'Create next event' }).click()
    await page.getByText('Copied from Thursday Pins 12.', { exact: false }).waitFor()
    await page.getByText(/^Out of order last time and left out: Medieval Madness.*\.$/).waitFor()
    expect(await page.getByRole('checkbox', { name: 'Players of Thursday Pins 12 (3)' }).isChecked()).toBe(true)
    const { eventId, event } = await createEvent(page)
    const weekLater = (at: Date): Date => {
      const local = toLocalInput(at, 'Europe/Berlin')
      return fromLocalInput(new Date(Date.parse(`${local}Z`) + 7 * DAY).toISOString().slice(0, 16), 'Europe/Berlin')!
    }
    expect(event).toMatchObject({
      name: 'Thursday Pins 13',
      venue: 'The Silver Ball',
      startsAt: weekLater(startsAt),
      endsAt: weekLater(new Date(startsAt.getTime() + DAY / 8)),
      timeZone: 'Europe/Berlin',
      format: FORMAT,
      agreement: 'one',
      machineIds: [machines[0], machines[2]],
    })
    await page.getByText('3 not here yet').waitFor()
    await visitor.waitUntil(() => players(eventId).every(({ presence }) => presence === 'expected'))
    expect(players(eventId)).toEqual([
      { displayName: 'Grace', userId: undefined, ifpaNumber: '1234', presence: 'expected' },
      { displayName: 'Hugo', userId: undefined, ifpaNumber: undefined, presence: 'expected' },
      { displayName: 'ann', userId: ann.userId, ifpaNumber: undefined, presence: 'expected' },
    ])
    await page.getByText('3 players were added.').waitFor()
    expect(without404(problems)).toEqual([])
    await page.context().close()
  })

  it('plans a night in December 2026 by the clocks of Vancouver, whatever the browser knows of them, and everybody sees it so', async () => {
    const { page, problems } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/new?from=${earlierId}` })
    await page.getByLabel('Name', { exact: true }).fill('December Pins')
    await page.getByLabel('Time zone').selectOption('America/Vancouver')
    await page.getByLabel('Starts').fill('2026-12-11T20:00')
    await page.getByLabel('Ends').fill('2026-12-11T23:00')
    const { eventId, event } = await createEvent(page)
    expect([event.startsAt, event.endsAt]).toEqual([new Date('2026-12-12T03:00:00Z'), new Date('2026-12-12T06:00:00Z')])
    expect(await (await fetch(`${site.url}/events/${eventId}`)).text()).toContain('Dec 11, 2026, 20:00 – 23:00 UTC-7')
    await page.goto(`${site.url}/events/${eventId}`)
    await page.getByText(/^Fri, Dec 11, (2026, )?8:00 – 11:00\sPM (UTC-7|MST|PDT|GMT-7)$/).waitFor()
    expect(without404(problems)).toEqual([])
    await page.context().close()
  })

  it('finds the latest events on the page of a new one, and leaves the players out without the tick', async () => {
    const { page, problems } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: '/events/new' })
    await page.getByRole('link', { name: /^Thursday Pins 12 / }).click()
    await page.getByRole('checkbox', { name: /^Players of Thursday Pins 12/ }).uncheck()
    await page.getByLabel('Name', { exact: true }).fill('Friday Pins')
    const { eventId, event } = await createEvent(page)
    expect(event).toMatchObject({ name: 'Friday Pins', venue: 'The Silver Ball', format: FORMAT })
    await page.getByRole('region', { name: 'Add players' }).waitFor()
    expect(players(eventId)).toEqual([])
    expect(without404(problems)).toEqual([])
    await page.context().close()
  })

  it('sees which player was not added and why, while the others are in, and tries again', async () => {
    const { page } = await openSignedIn(browser, site, 'dora', { ...PHONE })
    let fails = true
    await page.routeWebSocket(/websocket/, socket => {
      const server = socket.connectToServer()
      // As if the account were deleted between loading the form and sending it.
      socket.onMessage(frame => {
        const altered = fails && String(frame).includes('"method":"events.addPlayers"')
        server.send(altered ? String(frame).replace(ann.userId, 'nobody') : frame)
        if (altered) fails = false
      })
    })
    await page.goto(`${site.url}/events/new?from=${earlierId}`)
    await page.getByRole('checkbox', { name: /^Players of/ }).waitFor()
    const { eventId } = await createEvent(page)
    await visitor.waitUntil(() => players(eventId).length === 2)
    const held = page.getByRole('list', { name: 'Players not added yet' }).getByRole('listitem')
    await held.getByText(/^There is no such /).waitFor()
    expect(await held.count()).toBe(1)
    await held.getByRole('button', { name: /^Try again/ }).click()
    await visitor.waitUntil(() => players(eventId).length === 3)
    expect(players(eventId).map(({ presence }) => presence)).toEqual(Array(3).fill('expected'))
    await held.waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('gets an empty form and a sentence for an event that does not exist or is not theirs to read', async () => {
    const groupId = v7()
    const secret = v7()
    await ann.call('groups.add', { _id: groupId, name: 'Secret club', visibility: 'private' })
    const span = { startsAt, endsAt: new Date(startsAt.getTime() + DAY) }
    await ann.call('events.add', {
      _id: secret,
      name: 'Secret night',
      ...span,
      format: { kind: 'high-score' },
      machineIds: machines,
      groupId,
    })
    for (const from of [secret, v7(), 'not an id']) {
      const { page } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/new?from=${encodeURIComponent(from)}` })
      await page.getByText('That event doesn’t exist, or you can’t see it.').waitFor()
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('')
      await page.context().close()
    }
  })
})

it('has no serious accessibility problem (axe) and no width that overflows', async () => {
  const { page } = await openSignedIn(browser, site, 'dora', { path: `/events/new?from=${earlierId}` })
  await page.getByRole('checkbox', { name: /^Players of/ }).waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'the next event')).toEqual([])
  expect(await findOverflowingWidths(page)).toEqual([])
  await page.context().close()
})

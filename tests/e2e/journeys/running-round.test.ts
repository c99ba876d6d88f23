import type { Browser, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventDoc, EventEntrantDoc, EventGroupDoc, EventRoundDoc, StandingsDoc } from '#events/contract/documents.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { documentsOfEvent } from '../../integration/helpers/event-documents.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, openBrowser } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'
import { Person } from './person.ts'

const HOUR = 3_600_000
const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, timezoneId: 'Europe/Berlin' },
  desk: { viewport: { width: 1280, height: 800 }, timezoneId: 'Europe/Berlin' },
} as const
/** How far down the first group may begin, in CSS pixels. */
const FIRST_GROUP = { phone: 400, desk: 300 } as const
const NAMES = 'Ada Ben Cleo Dan Eve Finn Gus Hanna Ivo Jana Kai Lena Milo Nora Otto Pia'.split(' ')

let site: Site
let browser: Browser
let director: Player
let visitor: DdpTestClient
let machines: string[]

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  visitor = await DdpTestClient.open(site.endpoint)
  const texts = ['attack from mars', 'medieval madness', 'funhouse', 'twilight zone', 'addams family']
  machines = await Promise.all(texts.map(text => director.findMachine(text)))
})
afterAll(async () => {
  await director?.disconnect()
  visitor?.socket.close()
  await closeBrowser(browser)
  await site?.close()
})

/** An evening of 16 in groups of four, whose first round is drawn. */
async function begin(): Promise<string> {
  const eventId = v7()
  const now = Date.now()
  const format = { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 3, points: 'ifpa' }
  const span = { startsAt: new Date(now - HOUR), endsAt: new Date(now + 3 * HOUR), timeZone: 'Europe/Berlin' }
  await director.call('events.add', { _id: eventId, name: 'Thursday Pins', ...span, format, machineIds: machines, agreement: 'two' })
  await director.call('events.addPlayers', { eventId, entries: NAMES.map(displayName => ({ _id: v7(), displayName })) })
  for (const name of ['events.one', 'events.entrants', 'events.rounds', 'events.standings', 'events.log'])
    await visitor.subscribe(name, { eventId })
  return eventId
}

const groupsOf = (eventId: string, round: number): (EventGroupDoc & { _id: string })[] =>
  documentsOfEvent<EventGroupDoc>(visitor, 'eventGroups', eventId)
    .filter(group => group.round === round)
    .sort((a, b) => a.number - b.number)
const nameOf = (eventId: string, id: string): string =>
  documentsOfEvent<EventEntrantDoc>(visitor, 'eventEntrants', eventId).find(({ _id }) => _id === id)!.displayName
const namesOf = (eventId: string, group: EventGroupDoc): string[] => group.entrantIds.map(id => nameOf(eventId, id))

/** Enters a result as a director in a hurry: a tap on the winner's name in the list, then on the others. */
async function enterByNames(person: Person, page: Page, names: readonly string[]): Promise<void> {
  await person.press(`${names[0]} finished first: enter result`)
  const dialog = page.getByRole('dialog')
  for (const name of names.slice(1, -1)) await person.tap(dialog.locator('button[aria-pressed]', { hasText: name }))
  await person.tap(dialog.getByRole('button', { name: 'Confirm result' }))
  await dialog.waitFor({ state: 'detached' })
}

async function change(person: Person, page: Page, player: string | null, place: string | RegExp): Promise<void> {
  await person.press('Change players')
  const dialog = page.getByRole('dialog')
  if (player !== null) await person.select(dialog.getByLabel('Player'), player)
  const label = await dialog
    .getByLabel('Move to')
    .locator('option')
    .allTextContents()
    .then(all => all.find(text => (typeof place === 'string' ? text === place : place.test(text)))!)
  await person.select(dialog.getByLabel('Move to'), label)
}

it.each(['phone', 'desk'] as const)('a director with a %s changes a running round in every way, and loses nothing', async size => {
  const eventId = await begin()
  const { page } = await openSignedIn(browser, site, 'dora', { ...SIZES[size], path: `/events/${eventId}?show=direct` })
  const person = new Person(page, size === 'phone')
  await person.part('Rounds')
  const beforeRound = person.effort.taps
  await person.press('Start round 1')
  await visitor.waitUntil(() => groupsOf(eventId, 1).length === 4)
  // Manage opens at the rounds while they run, and the first group is in sight.
  await page.reload()
  const first = page.getByRole('region', { name: 'Round 1' }).getByRole('listitem').first()
  await first.waitFor()
  expect((await first.boundingBox())!.y).toBeLessThanOrEqual(FIRST_GROUP[size])
  await page.getByText('4 of 4 groups still playing.').waitFor()
  for (const group of groupsOf(eventId, 1)) await enterByNames(person, page, namesOf(eventId, group))
  await visitor.waitUntil(() => groupsOf(eventId, 1).every(({ state }) => state === 'confirmed'))
  const ofRound = person.effort.taps - beforeRound
  process.stdout.write(`[journey] a round of four groups at a ${size}: ${ofRound} taps\n`)
  expect(ofRound).toBeLessThanOrEqual(17)

  await person.press('Start round 2')
  await visitor.waitUntil(() => groupsOf(eventId, 2).length === 4)
  // One goes home: the group is one of three.
  const [a, b] = groupsOf(eventId, 2)
  const gone = namesOf(eventId, a!)[3]!
  await change(person, page, gone, 'Not in this round')
  await person.press('Change round')
  await visitor.waitUntil(() => groupsOf(eventId, 2)[0]!.entrantIds.length === 3)
  // One comes late and takes the seat that is free.
  await director.call('events.addPlayers', { eventId, entries: [{ _id: v7(), displayName: 'Quentin' }] })
  await visitor.waitUntil(() => documentsOfEvent<EventEntrantDoc>(visitor, 'eventEntrants', eventId).length === 17)
  const beforeLate = person.effort.taps
  // Who came late is chosen already.
  await change(person, page, null, /^Group 1,/)
  await person.press('Change round')
  await visitor.waitUntil(() => groupsOf(eventId, 2)[0]!.entrantIds.length === 4)
  process.stdout.write(`[journey] a late player into a running group at a ${size}: ${person.effort.taps - beforeLate} taps\n`)
  expect(person.effort.taps - beforeLate).toBeLessThanOrEqual(5)
  // Two of different groups change places, after a result of one of them: it is asked first.
  await enterByNames(person, page, namesOf(eventId, b!))
  await visitor.waitUntil(() => groupsOf(eventId, 2)[1]!.state === 'confirmed')
  const [left, right] = [namesOf(eventId, groupsOf(eventId, 2)[1]!)[0]!, namesOf(eventId, groupsOf(eventId, 2)[2]!)[0]!]
  await change(person, page, left, `In the place of ${right}`)
  await person.press('Change round')
  await person.press('Change anyway and play again')
  await visitor.waitUntil(() => namesOf(eventId, groupsOf(eventId, 2)[1]!).includes(right))
  expect(groupsOf(eventId, 2)[1]!.state).toBe('playing')
  // The machine of a group breaks: the row names the group, and moves it.
  const broken = groupsOf(eventId, 2)[0]!.machineId
  const machineName = (visitor.documents('eventMachines').get(`${eventId}/${broken}`) as unknown as { name: string }).name
  await person.part('Machines')
  await person.press(`Mark out of order: ${machineName}`)
  await page.getByText(/^Group 1 is on it: /).waitFor()
  await person.press('Move group 1 to another machine')
  await person.press('Move group')
  await visitor.waitUntil(() => groupsOf(eventId, 2)[0]!.machineId !== broken)
  await person.part('Rounds')
  // The next round is drawn although games are open, which are named first.
  await person.press('Draw although games are open')
  await page.getByRole('dialog').getByText('4 groups have no confirmed result:').waitFor()
  await person.tap(page.getByRole('dialog').getByRole('button', { name: 'Start round 3' }))
  await visitor.waitUntil(() => documentsOfEvent<EventRoundDoc>(visitor, 'eventRounds', eventId).some(({ open }) => open === 4))
  // Points are taken, and given back from the log.
  await person.part('Players')
  await person.press('More options for Ada')
  await person.press('Adjust points')
  const dialog = page.getByRole('dialog')
  await person.tap(dialog.locator('label', { hasText: 'Take away' }))
  await person.tap(dialog.getByLabel('Points'))
  await person.type('2')
  await person.tap(dialog.getByLabel('Reason'))
  await person.type('Tilted twice')
  await person.press('Save')
  const points = (): number =>
    documentsOfEvent<StandingsDoc>(visitor, 'standings', eventId).find(({ displayName }) => displayName === 'Ada')!.points
  const adjusted = (): boolean =>
    documentsOfEvent<StandingsDoc>(visitor, 'standings', eventId).some(row => row.displayName === 'Ada' && row.adjustments !== undefined)
  await visitor.waitUntil(adjusted)
  const taken = points()
  await person.tap(page.getByRole('link', { name: 'Players', exact: true }).first())
  await person.press(/^Undo: Ada: /)
  await visitor.waitUntil(() => points() === taken + 2)
  expect((visitor.documents('events').get(eventId) as unknown as EventDoc).state).toBe('live')
  person.report(`a running round is changed at a ${size}`)
  await page.context().close()
})

import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventDoc, EventGroupDoc } from '#events/contract/documents.ts'
import { toLocalInput } from '#platform/ui/time/zoned-time.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, openBrowser } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'
import { Person } from './person.ts'

const HOUR = 3_600_000
const DESK = { motion: true, viewport: { width: 1280, height: 800 }, timezoneId: 'Europe/Berlin' }
const PHONE = { motion: true, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, timezoneId: 'Europe/Berlin' }

/** Other machines than those of the other events, so that no score of theirs looks odd here. */
const COURSE = [
  ...['scared stiff', 'twilight zone', 'addams family', 'monster bash', 'theatre of magic'],
  ...['deadpool', 'white water', 'fish tales', 'whirlwind'],
]

let site: Site
let browser: Browser
let director: Player
let ann: Player
let bob: Player
let visitor: DdpTestClient
let machines: string[]

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  ann = await signUp(site.endpoint, 'ann')
  bob = await signUp(site.endpoint, 'bob')
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  machines = await Promise.all(['attack from mars', 'medieval madness', 'funhouse'].map(text => director.findMachine(text)))
  visitor = await DdpTestClient.open(site.endpoint)
})
afterAll(async () => {
  for (const player of [director, ann, bob]) await player?.disconnect()
  visitor?.socket.close()
  await closeBrowser(browser)
  await site?.close()
})

async function newEvent(name: string, format: object, endsIn: number, machineIds = machines): Promise<string> {
  const _id = v7()
  const now = Date.now()
  const span = { startsAt: new Date(now - HOUR), endsAt: new Date(now + endsIn), timeZone: 'Europe/Berlin' }
  await director.call('events.add', { _id, name, ...span, format, machineIds })
  await visitor.subscribe('events.one', { eventId: _id })
  return _id
}
const waitForState = (eventId: string, state: string): Promise<void> =>
  visitor.waitUntil(() => (visitor.documents('events').get(eventId) as unknown as EventDoc | undefined)?.state === state)

/** Downloads the results file and returns its standings. */
async function download(person: Person, page: Page): Promise<string[]> {
  await person.part('Event')
  const [file] = await Promise.all([page.waitForEvent('download'), person.press('Download CSV')])
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n')
  const start = lines.indexOf('position,name,ifpa_number,points') + 1
  return lines.slice(start, lines.indexOf('', start))
}

it('plays a strikes night at a desk that runs over its planned end, until one is left', async () => {
  const { page } = await openSignedIn(browser, site, 'dora', { ...DESK, path: '/events/new' })
  const desk = new Person(page, false)
  await desk.tap(page.getByLabel('Name', { exact: true }))
  await desk.typeName('Strikes night')
  // The clock fields are filled, since how they are typed depends on the browser's language.
  for (const [label, at] of [
    ['Starts', -3],
    ['Ends', -1],
  ] as const)
    await page.getByLabel(label).fill(toLocalInput(new Date(Date.now() + at * HOUR), 'Europe/Berlin'))
  await desk.tap(page.getByRole('radio', { name: /^Strikes/ }))
  await page.getByLabel('Group size').waitFor()
  await desk.select(page.getByLabel('Group size'), 'Two, head to head')
  await desk.tap(page.getByLabel('Strikes until you’re out'))
  await desk.key('Control+a')
  await desk.type('1')
  for (const letters of ['attack from mars', 'medieval madness']) {
    await desk.tap(page.getByRole('combobox', { name: 'Add machine' }))
    await desk.type(letters)
    await desk.tap(
      page
        .getByRole('listbox')
        .getByRole('option', { name: new RegExp(letters, 'i') })
        .first(),
    )
  }
  await desk.press('Add event')
  await page.waitForURL(/\?show=direct$/)
  const eventId = new URL(page.url()).pathname.split('/').at(-1)!
  for (const name of ['events.one', 'events.rounds']) await visitor.subscribe(name, { eventId })
  await desk.tap(page.getByRole('combobox', { name: 'Name of a player or guest' }))
  for (const name of ['Grace', 'Hugo', 'Iris', 'Jan']) {
    await desk.typeName(name)
    await desk.key('Enter')
  }
  await page.getByText('4 here').waitFor()
  await page.getByText('Running late').first().waitFor()
  await desk.part('Rounds')
  const dialog = page.getByRole('dialog')
  for (const [i, groups] of [2, 1].entries()) {
    await desk.press(`Start round ${i + 1}`)
    await page.getByRole('heading', { name: `Round ${i + 1}`, exact: true }).waitFor()
    for (let n = 1; n <= groups; n += 1) {
      await desk.press(`Enter result of group ${n}`)
      await desk.tap(dialog.locator('button[aria-pressed]').first())
      await desk.tap(dialog.getByRole('button', { name: 'Confirm result' }))
      await dialog.waitFor({ state: 'detached' })
    }
  }
  await page.getByText(/^We have a winner: /).waitFor()
  await desk.press('End event')
  await desk.tap(dialog.getByRole('button', { name: /^End/ }))
  await waitForState(eventId, 'finished')
  const final = [...visitor.documents('eventGroups').values()]
    .map(each => each as unknown as EventGroupDoc)
    .find(({ round }) => round === 2)!
  expect(final.result).toHaveLength(2)
  expect((await download(desk, page)).map(line => line.split(',')[0])).toEqual(['1', '2', '3', '3'])
  desk.report('a strikes night of 4 runs over its end at a desk')
  await page.context().close()
})

it('plays a pin-golf afternoon of nine holes, one after another, with a phone', async () => {
  const course = await Promise.all(COURSE.map(text => director.findMachine(text)))
  const targets = Object.fromEntries(course.map(machineId => [machineId, 1000]))
  const eventId = await newEvent('Golf', { kind: 'pin-golf', balls: 3, missed: 'simple', targets }, HOUR, course)
  // Each hole on the second ball, but for the last one.
  for (const [i, machineId] of course.entries())
    await bob.call('scores.submit', { _id: v7(), eventId, machineId, value: i === 8 ? 900 : 1200, ...(i === 8 ? {} : { strokes: 2 }) })
  const { page } = await openSignedIn(browser, site, 'ann', { ...PHONE, path: `/events/${eventId}` })
  const phone = new Person(page, true)
  await phone.press('Join event')
  await page.getByRole('button', { name: 'Leave' }).waitFor()
  await phone.tap(page.getByRole('main').getByRole('link', { name: 'Add score' }).first())
  await page.waitForURL(/\/submit\?event=/)
  await phone.select(page.getByLabel('Machine'), 'Scared Stiff')
  // On which ball the target was reached; null: on none.
  const balls = ['1', '2', '3', null, '1', '2', '1', '3', '2'] as const
  for (const [i, ball] of balls.entries()) {
    await page.getByText('Counts toward Golf').waitFor()
    await phone.tap(page.getByLabel('Score', { exact: true }))
    await phone.type(ball === null ? '800' : '1500')
    if (ball !== null) await phone.tap(page.locator('label', { has: page.getByRole('radio', { name: ball }) }).first())
    await phone.press('Add score')
    await page.getByText('Counts toward Golf.').waitFor()
    if (i < 8) await phone.press(/^Next: /)
  }
  phone.report('a pin-golf course of nine holes is played with a phone')
  await phone.tap(page.getByRole('link', { name: 'View standings' }))
  const rows = page.getByRole('region', { name: 'Standings' }).locator('summary')
  await expect.poll(async () => (await rows.allInnerTexts()).map(text => /ann|bob/.exec(text)?.[0])).toEqual(['ann', 'bob'])
  await director.call('events.close', { eventId })
  const { page: tools } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${eventId}?show=direct` })
  // A hole that was missed costs one stroke more than it has balls.
  const strokes = balls.reduce((sum, ball) => sum + Number(ball ?? 4), 0)
  expect(await download(new Person(tools, true), tools)).toEqual([`1,ann,,${strokes}`, '2,bob,,20'])
  for (const each of [page, tools]) await each.context().close()
})

it('ends a high-score month by the clock, while its standings follow the scores', async () => {
  const eventId = await newEvent('November', { kind: 'high-score' }, HOUR)
  await bob.call('scores.submit', { _id: v7(), eventId, machineId: machines[2], value: 5_000_000 })
  const { page } = await openSignedIn(browser, site, 'ann', { ...PHONE, path: `/submit?event=${eventId}&machine=${machines[2]}` })
  const phone = new Person(page, true)
  await page.getByText('Counts toward November').waitFor()
  await phone.tap(page.getByLabel('Score', { exact: true }))
  await phone.type('6000000')
  await phone.press('Add score')
  await page.getByText('Counts toward November.').waitFor()
  await phone.tap(page.getByRole('link', { name: 'View standings' }))
  const rows = page.getByRole('region', { name: 'Standings' }).locator('summary')
  await expect.poll(async () => (await rows.allInnerTexts()).map(text => /ann|bob/.exec(text)?.[0])).toEqual(['ann', 'bob'])
  await bob.call('scores.submit', { _id: v7(), eventId, machineId: machines[2], value: 7_000_000 })
  await expect.poll(async () => (await rows.allInnerTexts()).map(text => /ann|bob/.exec(text)?.[0])).toEqual(['bob', 'ann'])
  await director.call('events.edit', { eventId, endsAt: new Date(Date.now() + 1000) })
  await page.getByText('Finished', { exact: true }).waitFor()
  phone.report('a score of a high-score month is submitted with a phone')
  const { page: tools } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${eventId}?show=direct` })
  expect((await download(new Person(tools, true), tools)).map(line => line.split(',').slice(0, 2))).toEqual([
    ['1', 'bob'],
    ['2', 'ann'],
  ])
  for (const each of [page, tools]) await each.context().close()
})

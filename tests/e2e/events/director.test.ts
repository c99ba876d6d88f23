import { readFileSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventEntrantDoc, EventGroupDoc, StandingsDoc } from '#events/contract/documents.ts'
import * as m from '#messages'
import { overwriteGetLocale } from '#messages/runtime'
import { fromLocalInput, toLocalInput } from '#platform/ui/time/zoned-time.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { documentsOfEvent } from '../../integration/helpers/event-documents.ts'
import { startTcpProxy, type TcpProxy } from '../../tcp-proxy.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import {
  closeBrowser,
  findAccessibilityProblemsInBothThemes,
  findOverflowingWidths,
  openBrowser,
  openPage,
  waitUntilLive,
} from '../helpers/browser.ts'
import { sumLayoutShifts } from '../helpers/layout-shifts.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, timezoneId: 'Europe/Berlin' }
const NAMES = ['ann', 'bob', 'cleo', 'dan'] as const

/** The site with the URL that browsers use, which leads through a network that can be cut. */
let site: Site
let proxy: TcpProxy
let browser: Browser
let director: Player
let visitor: DdpTestClient
const players = new Map<string, Player>()
let machines: string[]

beforeAll(async () => {
  proxy = await startTcpProxy(() => ({ host: '127.0.0.1', port: Number(new URL(site.endpoint).port) }))
  site = { ...(await startSite({ RATE_LIMITS: 'off', ROOT_URL: proxy.url })), url: proxy.url }
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  for (const name of NAMES) players.set(name, await signUp(site.endpoint, name))
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  machines = await Promise.all(['attack from mars', 'medieval madness', 'funhouse'].map(text => director.findMachine(text)))
  visitor = await DdpTestClient.open(site.endpoint)
})
afterAll(async () => {
  for (const player of [director, ...players.values()]) await player?.disconnect()
  visitor?.socket.close()
  await closeBrowser(browser)
  await site?.close()
  await proxy?.close()
})

// The server renders pages for visitors, so it answers 404 for pages under /admin and for pages that edit an event.
const without404 = (problems: string[]): string[] => problems.filter(line => !line.includes('status of 404'))

/** Creates a live event with the client of `dora`, who directs it. */
async function newEvent(format: object, more: object = {}): Promise<string> {
  const _id = v7()
  const now = Date.now()
  const span = { startsAt: new Date(now - HOUR), endsAt: new Date(now + 2 * HOUR), timeZone: 'Europe/Berlin' }
  await director.call('events.add', { _id, name: 'Selfie league', ...span, format, machineIds: machines, ...more })
  return _id
}

const BEST_GAME = { kind: 'best-game', points: 'papa' }

const readPoints = (eventId: string, displayName: string): number | undefined =>
  documentsOfEvent<StandingsDoc>(visitor, 'standings', eventId).find(row => row.displayName === displayName)?.points

async function watch(eventId: string): Promise<void> {
  for (const name of ['events.rounds', 'events.entrants', 'events.standings']) await visitor.subscribe(name, { eventId })
}

const desk = (page: Page) => page.getByRole('region', { name: 'Manage event' })
/** Selects a part of the director's tools by clicking its label; Playwright waits until moving elements are stable. */
const part = async (page: Page, name: string): Promise<void> => {
  const choice = desk(page).getByRole('radio', { name })
  await desk(page)
    .locator('label', { has: page.getByRole('radio', { name }) })
    .click()
  await expect.poll(() => choice.isChecked()).toBe(true)
}
const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()

async function addMachine(page: Page, text: string, name: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Add machine' }).fill(text)
  await page.getByRole('option', { name }).first().click()
}

describe('a director with a phone', () => {
  it('plays an amazing race from the form to the results file', async () => {
    const { page, problems } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: '/admin/events/new' })
    await page.getByLabel('Name', { exact: true }).fill('Last one standing')
    await page.getByLabel('Starts').fill(toLocalInput(new Date(Date.now() - HOUR), 'Europe/Berlin'))
    await page.getByRole('radio', { name: /^Amazing race/ }).check()
    await page.getByLabel('Players out after each round').fill('0')
    await addMachine(page, 'funhouse', /Funhouse/i)
    await press(page, 'Add event')
    await page.getByText('Enter a whole number from 1 to 20.').waitFor()
    await page.getByLabel('Players out after each round').fill('1')
    await press(page, 'Add event')
    await page.waitForURL(/\/events\/[0-9a-f-]{36}\?show=direct$/)
    const eventId = new URL(page.url()).pathname.split('/').at(-1)!
    const race = ['ann', 'bob', 'cleo']
    for (const name of race) await players.get(name)!.call('events.join', { eventId })
    await page.getByRole('link', { name: 'Manage', exact: true }).click()
    await press(page, 'Check everyone in')
    await desk(page).getByText('3 here').waitFor()
    await part(page, 'Rounds')
    const dialog = page.getByRole('dialog')
    for (const [i, leaving] of ['bob', 'ann'].entries()) {
      await press(page, `Start round ${i + 1}`)
      await press(page, 'Enter result of group 1')
      await dialog.getByText(/^Who has the lowest score\?/).waitFor()
      await dialog.getByRole('button', { name: new RegExp(leaving) }).click()
      await dialog.getByText(`Out: ${leaving}`).waitFor({ state: 'attached' })
      await dialog.getByRole('button', { name: 'Confirm result' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await page.getByText('We have a winner: cleo').waitFor()
    await page.getByRole('link', { name: 'Standings' }).click()
    const rows = page.getByRole('region', { name: 'Standings' }).getByRole('listitem')
    await expect
      .poll(async () => (await rows.allInnerTexts()).map(text => race.find(name => text.includes(name))))
      .toEqual(['cleo', 'ann', 'bob'])
    const csv = await (await fetch(`${site.url}/events/${eventId}/results.csv`)).text()
    expect(csv).toContain('Format,amazing-race')
    expect(csv).toMatch(/1,cleo,,2\r\n2,ann,,1\r\n3,bob,,0/)
    expect(csv).toMatch(/round,group,machine,position,name,points\r\n1,1,.*,,\w+,1\r\n1,1,.*,,\w+,1\r\n1,1,.*,3,bob,0/)
    expect(without404(problems)).toEqual([])
    await page.context().close()
  })

  it('sets a match play event up, checks players in, draws, confirms what a player enters, closes and takes the table home', async () => {
    const observed = await openSignedIn(browser, site, 'dora', { ...PHONE, path: '/admin/events/new' })
    const { page } = observed
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Administration' }).getByRole('link').allTextContents())
      .toEqual(['Add event'])
    await press(page, 'Add event')
    await page.getByText('Enter a name for the event.').waitFor()
    await page.getByText('Choose at least one machine.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')

    const start = toLocalInput(new Date(Date.now() - HOUR), 'Europe/Berlin')
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin')
    await page.getByLabel('Name', { exact: true }).fill('Friday flippers')
    await page.getByLabel('Starts').fill(start)
    expect(Number(fromLocalInput(await page.getByLabel('Ends').inputValue(), 'Europe/Berlin'))).toBe(
      Number(fromLocalInput(start, 'Europe/Berlin')) + 3 * HOUR,
    )
    await page.getByRole('radio', { name: /^Match play/ }).check()
    await page.getByLabel('Rounds', { exact: true }).fill('0')
    await page.getByLabel('Group size').selectOption('2')
    expect(await page.getByLabel('How results count').inputValue()).toBe('two')
    await page.getByLabel('How results count').selectOption({ label: 'When the director confirms them' })
    await addMachine(page, 'medieval', /Medieval Madness/)
    await addMachine(page, 'attack from m', /Attack from Mars/i)
    await addMachine(page, 'funhouse', /Funhouse/i)
    await press(page, /Move Attack from Mars up/i)
    const order = page.getByRole('list', { name: 'Machines in this event' }).getByRole('listitem')
    await expect.poll(() => order.first().textContent()).toMatch(/Attack from Mars/i)
    await press(page, 'Add event')
    await page.getByText('Enter a whole number from 1 to 100.').waitFor()
    await page.getByLabel('Rounds', { exact: true }).fill('2')
    await press(page, 'Add event')
    await page.waitForURL(/\/events\/[0-9a-f-]{36}\?show=direct$/)
    const eventId = new URL(page.url()).pathname.split('/').at(-1)!
    await watch(eventId)

    // On a phone the form for new players is open when the tools are opened before there is anybody to list; later the list comes first.
    const nameField = page.getByRole('combobox', { name: 'Name of a player or guest' })
    await nameField.waitFor()
    for (const name of ['ann', 'bob', 'cleo']) await players.get(name)!.call('events.join', { eventId })
    await page.getByRole('button', { name: 'Check in: cleo' }).waitFor()
    await page.getByRole('link', { name: 'Standings', exact: true }).click()
    await nameField.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Manage', exact: true }).first().click()
    await press(page, 'Check in: ann')
    await page.getByRole('button', { name: 'Sit out: ann' }).waitFor()
    await desk(page).getByText('1 here').waitFor()
    // The form opens with the focus in its first field, and keeps what was typed while it is closed.
    await nameField.waitFor({ state: 'hidden' })
    await press(page, 'Add players')
    await expect.poll(() => nameField.evaluate(field => field === document.activeElement)).toBe(true)
    await page.keyboard.type('Gr')
    await press(page, 'Add players')
    await nameField.waitFor({ state: 'hidden' })
    await press(page, 'Add players')
    expect(await nameField.inputValue()).toBe('Gr')
    await nameField.fill('Grace')
    await press(page, 'Add guest')
    await page.getByText('Grace was added.').waitFor()
    expect(await page.getByRole('combobox', { name: 'Name of a player or guest' }).inputValue()).toBe('')
    await press(page, 'Check everyone in')
    await page.getByText('4 here').waitFor()
    await press(page, 'Sit out: cleo')
    await part(page, 'Rounds')
    await page.getByText('3 players ready.').waitFor()
    await part(page, 'Players')
    await press(page, 'Back in: cleo')
    await part(page, 'Rounds')
    await press(page, 'Start round 1')
    await page.getByText('2 of 2 groups still playing.').waitFor()
    await press(page, 'Undo draw')
    await page.getByRole('dialog').getByRole('button', { name: 'Undo draw' }).click()
    await page.getByText('4 players ready.').waitFor()
    await press(page, 'Start round 1')
    await page.getByText('2 of 2 groups still playing.').waitFor()
    await visitor.waitUntil(() => documentsOfEvent(visitor, 'eventGroups', eventId).length === 2)

    const entrants = new Map(documentsOfEvent<EventEntrantDoc>(visitor, 'eventEntrants', eventId).map(each => [each._id, each]))
    const groups = documentsOfEvent<EventGroupDoc>(visitor, 'eventGroups', eventId).sort((a, b) => a.number - b.number)
    const winners = groups.map(({ entrantIds }) => entrantIds.find(id => entrants.get(id)!.userId !== undefined)!)
    const [first, second] = winners.map(id => entrants.get(id)!.displayName)
    const ordered = (i: number): string[] => [winners[i]!, groups[i]!.entrantIds.find(id => id !== winners[i])!]

    // One player reports the result with another DDP client.
    await players.get(first!)!.call('events.result', { eventId, groupId: groups[0]!._id, order: ordered(0) })
    await page.getByText('Group 1 needs your decision.').waitFor()
    expect(readPoints(eventId, first!)).toBe(0)
    await press(page, 'Confirm result of group 1')
    await visitor.waitUntil(() => readPoints(eventId, first!) === 7)

    const reader = await openPage(browser, { javaScriptEnabled: false })
    await reader.page.goto(`${site.url}/events/${eventId}?show=rounds`)
    const rendered = await reader.page.getByRole('region', { name: 'Rounds' }).innerText()
    for (const words of ['Round 1', '1 of 2 results in', 'Group 2', '1st', '7 points', 'Grace']) expect(rendered).toContain(words)
    await reader.page.context().close()

    // The other player reports the result on a phone.
    const other = await openSignedIn(browser, site, second!, { ...PHONE, path: `/events/${eventId}` })
    await other.page.getByText(/^You’re on .* with /).waitFor()
    const now = other.page.getByRole('region', { name: 'Rounds' })
    await now.getByRole('button', { name: 'Enter result' }).first().click()
    await other.page.getByRole('button', { name: 'Send result' }).click()
    await other.page.getByText(/^Tap the players in finishing order, winner first\.$/).waitFor()
    const loser = entrants.get(ordered(1)[1]!)!.displayName
    const dialog = other.page.getByRole('dialog')
    await dialog.getByRole('button', { name: new RegExp(loser) }).click()
    await dialog.getByRole('button', { name: `Undo ${loser}` }).click()
    await dialog.getByRole('button', { name: new RegExp(second!), pressed: false }).press('Enter')
    await dialog.getByText(`${second} 1st, ${loser} 2nd`).waitFor()
    await dialog.getByRole('button', { name: 'Send result' }).click()
    await other.page.getByText('Waiting for the director to confirm the result.').waitFor()
    // A player's page must not load the scripts of the director's tools.
    const scripts = await other.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(scripts.filter(name => /(?<!Lazy)Director|EventForm|NewEvent/.test(name))).toEqual([])

    await press(page, 'Edit result of group 2')
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm result' }).click()
    await visitor.waitUntil(() => readPoints(eventId, second!) === 7)
    await other.page.getByText('Your result is confirmed.').waitFor()

    await press(page, 'Start round 2')
    await page.getByRole('heading', { name: 'Round 2' }).waitFor()
    // The groups of a finished round are loaded when the round is opened, and removed when it is closed.
    const [latest, earlier] = [2, 1].map(n => now.locator('details', { has: other.page.getByRole('heading', { name: `Round ${n}` }) }))
    await latest!.getByText('Group 2').waitFor()
    expect(await earlier!.getByText('Group 2').count()).toBe(0)
    await earlier!.locator('summary').click()
    await earlier!.getByText('Group 2').waitFor()
    expect(await earlier!.innerText()).toContain('7 points')
    await earlier!.locator('summary').click()
    await earlier!.getByText('Group 2').waitFor({ state: 'detached' })
    const again = await openPage(browser, { javaScriptEnabled: false })
    await again.page.goto(`${site.url}/events/${eventId}?show=rounds`)
    await again.page.getByText('Round 1').first().click()
    await again.page.getByRole('link', { name: 'Show round 1' }).click()
    await again.page.waitForURL(/round=1/)
    expect(await again.page.getByRole('region', { name: 'Rounds' }).innerText()).toContain('7 points')
    await again.page.context().close()
    await press(page, 'Move group 1 to another machine')
    const moved = await page.getByLabel('Move to').locator('option').first().textContent()
    await press(page, 'Move group')
    await page.getByRole('region', { name: 'Round 2' }).getByRole('link', { name: moved! }).first().waitFor()
    await page.getByRole('link', { name: 'Standings' }).click()
    await page
      .getByRole('main')
      .getByText(/^Grace$/)
      .filter({ visible: true })
      .first()
      .waitFor()

    await page.getByRole('link', { name: 'Manage', exact: true }).click()
    await part(page, 'Event')
    await press(page, 'End event')
    await page.getByRole('dialog').getByText('2 groups have no confirmed result:').waitFor()
    await press(page, 'End anyway')
    await page.getByRole('button', { name: 'Reopen event' }).waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download CSV')])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
    const table = readFileSync(await download.path(), 'utf8')
    expect(table).toContain('position,name,ifpa_number,points')
    expect(table).toMatch(new RegExp(`^1,${first},,7$`, 'm'))
    expect(without404(observed.problems)).toEqual([])
    expect(without404(other.problems)).toEqual([])
    await page.context().close()
    await other.page.context().close()
  })

  it('voids a score and a while on a machine, undoes both, enters a score for a guest, and sets a machine out of order', async () => {
    const eventId = await newEvent(BEST_GAME)
    await watch(eventId)
    const [afm, mm] = machines as [string, string]
    for (const [i, name] of NAMES.entries())
      await players.get(name)!.call('scores.submit', { _id: v7(), eventId, machineId: afm, value: 1_000_000 * (i + 1) })
    await director.call('events.addGuest', { _id: v7(), eventId, displayName: 'Grace' })
    const observed = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${eventId}?show=direct` })
    const { page } = observed
    await part(page, 'Scores')
    await visitor.waitUntil(() => readPoints(eventId, 'dan') === 100)

    await press(page, /^Void score 4,000,000 on .* by dan$/)
    await page.getByLabel('Reason (optional)').fill('A stuck ball')
    await press(page, 'Void score')
    await visitor.waitUntil(() => readPoints(eventId, 'cleo') === 100 && readPoints(eventId, 'dan') === 0)
    await press(page, /^Undo: restore 4,000,000/)
    await visitor.waitUntil(() => readPoints(eventId, 'dan') === 100)
    await page.getByRole('button', { name: /^Void score 4,000,000/ }).waitFor()

    await page.getByLabel('Player', { exact: true }).selectOption({ label: 'bob' })
    await page.getByRole('button', { name: /by dan$/ }).waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('list', { name: 'Scores' }).getByRole('listitem').count()).toBe(1)
    await page.getByLabel('Player', { exact: true }).selectOption({ label: 'All players' })

    await press(page, 'Enter a score')
    await page.getByRole('dialog').getByLabel('Player').selectOption({ label: 'Grace' })
    await page.getByRole('dialog').getByLabel('Machine').selectOption(mm)
    await press(page, 'Enter score')
    await page.getByText('Enter the score.').waitFor()
    await page.getByLabel('Score', { exact: true }).fill('123456')
    await press(page, 'Enter score')
    await visitor.waitUntil(() => readPoints(eventId, 'Grace') === 100)
    await page.getByRole('button', { name: /^Void score 123,456 on .* by Grace$/ }).waitFor()

    await part(page, 'Machines')
    await press(page, /^More options for Attack from Mars/i)
    await press(page, /^Void scores on Attack from Mars/i)
    await page.getByLabel('Until').fill('')
    await press(page, 'Void scores')
    await page.getByText('Enter an end time.').waitFor()
    await page.getByLabel('Until').fill(toLocalInput(new Date(Date.now() + 60_000), 'Europe/Berlin'))
    await press(page, 'Void scores')
    await visitor.waitUntil(() => NAMES.every(name => readPoints(eventId, name) === 0))
    await page
      .getByRole('region', { name: 'Voided' })
      .getByRole('button', { name: /^Undo: restore/ })
      .click()
    await visitor.waitUntil(() => readPoints(eventId, 'dan') === 100)
    await page.getByRole('region', { name: 'Voided' }).waitFor({ state: 'detached' })
    // The pressed button is gone. The focus must move to the tools, not to the top of the page.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Manage event')

    await press(page, /^Mark out of order: Attack from Mars/i)
    await page.getByRole('button', { name: /^Put back in play: Attack from Mars/i }).waitFor()
    await expect(players.get('ann')!.call('scores.submit', { _id: v7(), eventId, machineId: afm, value: 5 })).rejects.toMatchObject({
      error: 409,
    })
    await press(page, /^Put back in play: Attack from Mars/i)
    await page.getByRole('button', { name: /^Mark out of order: Attack from Mars/i }).waitFor()
    expect(without404(observed.problems)).toEqual([])
    await page.context().close()
  })

  it('enters strokes by the ball on which a target was reached', async () => {
    const eventId = await newEvent({ kind: 'pin-golf', balls: 3, missed: 'simple', targets: { [machines[1]!]: 50_000 } })
    await watch(eventId)
    await director.call('events.addGuest', { _id: v7(), eventId, displayName: 'Grace' })
    const observed = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${eventId}?show=direct` })
    const { page } = observed
    await press(page, 'More options for Grace')
    await press(page, 'Enter a score')
    expect(await page.getByLabel('Machine').locator('option').allTextContents()).toEqual(['Medieval Madness'])
    await page.getByText('The target is 50,000.').waitFor()
    // Strokes that are all one knows of a hole are no ball, if a score comes to light after all.
    await page.getByLabel('Strokes, if there is no score').selectOption('4')
    await page.getByLabel('Score', { exact: true }).fill('49999')
    expect(await page.getByRole('radio', { name: 'Ball 2' }).count()).toBe(0)
    await page.getByLabel('Score', { exact: true }).fill('50000')
    expect(await page.getByRole('radio', { name: 'Ball 3' }).isChecked()).toBe(true)
    await page.getByRole('radio', { name: 'Ball 2' }).check()
    await press(page, 'Enter score')
    await visitor.waitUntil(() => documentsOfEvent<StandingsDoc>(visitor, 'standings', eventId)[0]?.strokes === 2)
    expect(without404(observed.problems)).toEqual([])
    await page.context().close()
  })

  it('corrects the currency of a fee of a thousand, which those who wait for a place do not owe', async () => {
    const eventId = await newEvent(BEST_GAME, { capacity: 1 })
    for (const name of ['ann', 'bob']) await players.get(name)!.call('events.join', { eventId })
    await director.call('events.setFee', { eventId, fee: { amount: 1000, currency: 'EUR' } })
    const { page } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${eventId}?show=direct` })
    await part(page, 'Event')
    await press(page, 'Fee')
    const dialog = page.getByRole('dialog')
    const payments = dialog.getByRole('region', { name: 'Who has paid' })
    await payments.getByText('0 of 1 have paid: 0 EUR of 1,000 EUR').waitFor()
    expect(await payments.getByRole('checkbox').count()).toBe(1)
    await payments.getByRole('checkbox', { name: 'ann' }).waitFor()
    await dialog.getByLabel('Currency').fill('USD')
    await press(page, 'Save')
    await dialog.getByRole('status').getByText('Saved.').waitFor()
    await payments.getByText('0 of 1 have paid: 0 USD of 1,000 USD').waitFor()
    await page.context().close()
  })

  it('lets late scores in or not, and reads beside a score why that could not be done', async () => {
    const endsAt = new Date(Date.now() + 5_000)
    const eventId = await newEvent(BEST_GAME, { endsAt })
    await watch(eventId)
    await visitor.subscribe('events.one', { eventId })
    await visitor.waitUntil(() => visitor.documents('events').get(eventId)?.state === 'finished')
    const late: string[] = []
    for (const [i, name] of ['ann', 'bob', 'cleo'].entries()) {
      const _id = v7()
      late.push(_id)
      const achievedAt = new Date(endsAt.getTime() - 60_000)
      await players.get(name)!.call('scores.submit', { _id, eventId, machineId: machines[0], value: 1_000 * (i + 1), achievedAt })
    }
    const path = `/events/${eventId}?show=direct`
    const { page } = await openSignedIn(browser, site, 'dora', { ...PHONE, path })
    const row = (name: string) => page.getByRole('list', { name: 'Scores' }).getByRole('listitem').filter({ hasText: name })
    await press(page, /^Accept 1,000 on .* by ann$/)
    await row('ann').getByRole('button', { name: /^Void/ }).waitFor()
    await visitor.waitUntil(() => readPoints(eventId, 'ann') === 100)
    await press(page, /^Reject 2,000 on .* by bob$/)
    await row('bob').waitFor({ state: 'detached' })

    proxy.refuseConnections()
    await page.getByText('Needs your approval').waitFor()
    await press(page, /^Reject 3,000 on .* by cleo$/)
    await director.call('events.decide', { eventId, attemptId: late[2], accept: true })
    proxy.restore()
    await row('cleo').getByText('This score doesn’t exist (any more).').waitFor()
    await visitor.waitUntil(() => readPoints(eventId, 'cleo') === 100)
    expect(await page.getByRole('button', { name: 'Enter a score' }).count()).toBe(0)
    await page.context().close()
  })

  it('changes an event until the first score; then its format stays, and the form says so', async () => {
    const eventId = await newEvent(BEST_GAME)
    await visitor.subscribe('events.one', { eventId })
    const observed = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${eventId}/edit` })
    const { page } = observed
    await press(page, /^Remove Funhouse/i)
    await page.getByLabel('Machines counted (optional)').fill('1')
    await press(page, 'Save changes')
    await page.waitForURL(`${site.url}/events/${eventId}`)
    const event = () => visitor.documents('events').get(eventId)
    await visitor.waitUntil(() => JSON.stringify(event()?.machineIds) === JSON.stringify(machines.slice(0, 2)))
    expect(event()).toMatchObject({ format: { ...BEST_GAME, machinesCounted: 1 } })

    await players.get('ann')!.call('scores.submit', { _id: v7(), eventId, machineId: machines[0], value: 5 })
    await page.goto(`${site.url}/events/${eventId}/edit`)
    await page.getByLabel('Venue (optional)').fill('The Silver Ball')
    await page.getByRole('radio', { name: /^High score/ }).check()
    await press(page, 'Save changes')
    await page.getByText(/its format can’t be changed\. Undo the changes to the format to save the others\.$/).waitFor()
    await page.getByRole('radio', { name: 'Best game', exact: true }).check()
    await press(page, 'Save changes')
    await page.waitForURL(`${site.url}/events/${eventId}`)
    await visitor.waitUntil(() => event()?.venue === 'The Silver Ball')
    expect(without404(observed.problems)).toEqual([])

    const otherUser = await openSignedIn(browser, site, 'ann', { path: '/account' })
    await otherUser.page.goto(`${site.url}/events/${eventId}/edit`)
    await waitUntilLive(otherUser)
    await otherUser.page.getByRole('heading', { name: 'Tilt. There’s nothing here.' }).waitFor()
    for (const each of [page, otherUser.page]) await each.context().close()
  })

  it('cancels an event by typing its name', async () => {
    const eventId = await newEvent(BEST_GAME)
    await visitor.subscribe('events.one', { eventId })
    const observed = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${eventId}?show=direct` })
    const { page } = observed
    await part(page, 'Event')
    await press(page, 'Cancel event')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel event' }).click()
    await dialog.getByText('Type Selfie league to confirm.').waitFor()
    await dialog.getByLabel('Type “Selfie league” to confirm').fill('Selfie league')
    await dialog.getByRole('button', { name: 'Cancel event' }).click()
    await visitor.waitUntil(() => visitor.documents('events').get(eventId)?.state === 'cancelled')
    await page.getByRole('region', { name: 'Settings' }).waitFor({ state: 'detached' })
    expect(without404(observed.problems)).toEqual([])
    await page.context().close()
  })
})

describe('a guest', () => {
  it('gets a link from the director, and with it the scores', async () => {
    const eventId = await newEvent(BEST_GAME)
    const guest = v7()
    await director.call('events.addGuest', { _id: guest, eventId, displayName: 'Grace' })
    await director.call('events.enter', { _id: v7(), eventId, entrantId: guest, machineId: machines[0], value: 7_000 })
    const observed = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${eventId}?show=direct` })
    await press(observed.page, 'More options for Grace')
    await observed.page.getByRole('img', { name: 'Claim link for Grace as a QR code' }).waitFor()
    const mail = await observed.page.getByRole('dialog').getByRole('link', { name: 'Share by email' }).getAttribute('href')
    const link = new URL(/http[^ ]*claim[^ ]*/.exec(decodeURIComponent(mail!))![0])

    const own = await openPage(browser, PHONE)
    await own.page.goto(site.url + link.pathname + link.search)
    await own.page.getByRole('link', { name: 'Sign in to claim them' }).click()
    await own.page.getByLabel('User name or email').fill('cleo')
    await own.page.getByLabel('Password', { exact: true }).fill('correct horse')
    await own.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await press(own.page, 'Claim these scores')
    await own.page.waitForURL(`${site.url}/events/${eventId}`)
    await own.page
      .getByRole('main')
      .getByText(/^cleo\b/)
      .filter({ visible: true })
      .first()
      .waitFor()
    expect(own.problems).toEqual([])
    await own.page.context().close()

    const late = await openSignedIn(browser, site, 'dan', { ...PHONE, path: link.pathname + link.search })
    await late.page.getByText('This link no longer works, or someone else has used it.', { exact: false }).waitFor()
    await late.page.goto(`${site.url}/events/claim`)
    await late.page.getByRole('heading', { name: 'Nothing to claim.' }).waitFor()
    expect(without404([...observed.problems, ...late.problems])).toEqual([])
    for (const each of [observed.page, late.page]) await each.context().close()
  })
})

describe('who is no event director', () => {
  it('makes events for a group that one runs, and for nobody else', async () => {
    const groupId = v7()
    await players.get('bob')!.call('groups.add', { _id: groupId, name: 'Tuesday Flippers', visibility: 'private' })
    const owner = await openSignedIn(browser, site, 'bob', { ...PHONE, path: `/events/new?group=${groupId}` })
    await owner.page.getByLabel('Name', { exact: true }).fill('Group night')
    await addMachine(owner.page, 'funhouse', /Funhouse/i)
    await press(owner.page, 'Add event')
    await owner.page.waitForURL(/\/events\/[0-9a-f-]{36}\?show=direct$/)
    await owner.page.getByRole('heading', { name: 'Group night' }).waitFor()
    await owner.page.getByRole('link', { name: 'Manage', exact: true }).waitFor()
    expect((await fetch(owner.page.url())).status).toBe(404)
    expect((await owner.page.goto(`${site.url}/admin/events/new`))?.status()).toBe(404)
    await waitUntilLive(owner)
    await owner.page.getByRole('heading', { name: 'Tilt. There’s nothing here.' }).waitFor()

    const other = await openSignedIn(browser, site, 'ann', { ...PHONE, path: `/events/new?group=${groupId}` })
    await other.page.getByRole('heading', { name: 'Create a group first.' }).waitFor()
    const nobody = await openPage(browser, PHONE)
    await nobody.page.goto(`${site.url}/events/new`)
    await nobody.page.getByRole('heading', { name: 'Sign in first.' }).waitFor()
    expect(without404([...owner.problems, ...other.problems, ...nobody.problems])).toEqual([])
    for (const each of [owner, other, nobody]) await each.page.context().close()
  })
})

describe('every page of a director', () => {
  it('has no serious accessibility problem (axe), on a phone and on a desktop, in dark and light mode', async () => {
    const score = await newEvent(BEST_GAME)
    const rounds = await newEvent({ kind: 'match-play', grouping: 'random', groupSize: 3, rounds: 3, points: 'ifpa' })
    const golf = await newEvent({ kind: 'pin-golf', balls: 3, missed: 'simple', targets: { [machines[0]!]: 1000 } })
    for (const name of NAMES) await players.get(name)!.call('events.join', { eventId: rounds })
    const guest = v7()
    await director.call('events.addGuest', { _id: guest, eventId: rounds, displayName: 'Grace' })
    await watch(rounds)
    for (const { _id: entrantId } of documentsOfEvent<EventEntrantDoc>(visitor, 'eventEntrants', rounds))
      await director.call('events.presence', { eventId: rounds, entrantId, presence: 'here' })
    await director.call('events.draw', { _id: v7(), eventId: rounds })
    await visitor.waitUntil(() => documentsOfEvent(visitor, 'eventGroups', rounds).length === 2)
    const [group] = documentsOfEvent<EventGroupDoc>(visitor, 'eventGroups', rounds)
    await director.call('events.result', { eventId: rounds, groupId: group!._id, order: group!.entrantIds })
    const attemptId = v7()
    await players.get('ann')!.call('scores.submit', { _id: attemptId, eventId: score, machineId: machines[0], value: 5_000 })
    await players.get('bob')!.call('scores.submit', { _id: v7(), eventId: score, machineId: machines[0], value: 6_000 })
    await director.call('events.void', { _id: v7(), eventId: score, what: { attemptId }, reason: 'A stuck ball' })
    const direct = (eventId: string): string => `/events/${eventId}?show=direct`

    const found: string[] = []
    const { page } = await openSignedIn(browser, site, 'dora')
    for (const [path, tab, buttons, words] of [
      ['/admin/events/new', null, ['Add event'], 'Enter a name for the event.'],
      [`/events/${golf}/edit`, null, [], 'Target'],
      ['/events/claim?code=abc', null, [], 'This link no longer works'],
      [direct(rounds), 'Players', ['More options for Grace'], 'Claim link'],
      [direct(rounds), 'Rounds', [/^Enter result of group/], 'Who won?'],
      [direct(rounds), 'Rounds', [/^Move group/], 'Move to'],
      [direct(rounds), 'Machines', [/^Mark out of order: /], 'Out of order'],
      [direct(score), 'Scores', [/^Void score 6,000/], 'Reason (optional)'],
      [direct(score), 'Machines', [/^Void scores on/], 'Until'],
      [direct(golf), 'Event', ['Cancel event'], 'This can’t be undone.'],
      [`/events/${rounds}?show=rounds`, null, [], 'Round 1'],
    ] as const) {
      await page.goto(site.url + path)
      if (tab !== null) await part(page, tab)
      for (const name of buttons) await page.getByRole('button', { name }).first().click()
      await page.getByText(words).first().waitFor()
      found.push(...(await findAccessibilityProblemsInBothThemes(page, `${path} ${tab}`)))
    }
    await page.context().close()
    expect(found).toEqual([])
  })
})

describe('an evening whose director changes what was drawn', () => {
  /** A round runs, of which a fee is noted. */
  let running: string
  /** The first round is held back. */
  let held: string
  /** No round is drawn yet. */
  let fresh: string
  const guests = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve']

  beforeAll(async () => {
    const pairs = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 3, points: 'ifpa' }
    const evening = async (): Promise<string> => {
      const eventId = await newEvent(pairs)
      await director.call('events.addPlayers', { eventId, entries: guests.map(displayName => ({ _id: v7(), displayName })) })
      return eventId
    }
    ;[running, held, fresh] = [await evening(), await evening(), await evening()]
    await watch(running)
    await director.call('events.draw', { _id: v7(), eventId: running })
    await director.call('events.setFee', { eventId: running, fee: { amount: 12.5, currency: 'EUR' } })
    await director.call('events.draw', { _id: v7(), eventId: held, held: true })
    await visitor.waitUntil(() => documentsOfEvent<EventGroupDoc>(visitor, 'eventGroups', running).length === 2)
  })

  const groupsOf = (eventId: string): string[][] =>
    documentsOfEvent<EventGroupDoc>(visitor, 'eventGroups', eventId).map(({ entrantIds }) => [...entrantIds].sort())

  /** What is opened by which buttons in which part of the tools, in a language, and a text that then is there. */
  function viewsIn(locale: 'de' | 'ar') {
    overwriteGetLocale(() => locale)
    const more = m.events_people_more_about({ name: 'Ada' })
    const views = [
      [running, m.ui_rounds(), [m.events_arrange()], m.events_arrange_title({ n: 1 })],
      [running, m.ui_event(), [m.events_fees()], m.events_fees_currency()],
      [running, m.ui_players(), [more, m.events_adjust({ figure: 'point' })], m.events_adjust_title({ name: 'Ada' })],
      [running, m.ui_players(), [more, m.events_seat()], m.events_seat_title({ name: 'Ada' })],
      [held, m.ui_rounds(), [], m.events_held_title()],
      [fresh, m.ui_rounds(), [m.events_draw_later()], m.events_draw_time()],
    ] as const
    overwriteGetLocale(() => 'en')
    return views
  }

  it.each(['de-DE', 'ar-EG'] as const)('has dialogs and notices that fit every screen and are accessible (%s)', async language => {
    // Signing in once in English is enough for every language.
    await (await openSignedIn(browser, site, 'dora')).page.context().close()
    const { page, problems } = await openSignedIn(browser, site, 'dora', { locale: language })
    const found: string[] = []
    for (const [eventId, tab, buttons, text] of viewsIn(language === 'de-DE' ? 'de' : 'ar')) {
      await page.goto(`${site.url}/events/${eventId}?show=direct`)
      await page.locator('label', { has: page.getByRole('radio', { name: tab }) }).click()
      for (const name of buttons) await page.getByRole('button', { name, exact: true }).first().click()
      await page.getByText(text, { exact: true }).first().waitFor()
      found.push(...(await findOverflowingWidths(page)).map(width => `${text}: wider than ${width} px`))
      found.push(...(await findAccessibilityProblemsInBothThemes(page, text)))
    }
    expect(found).toEqual([])
    expect(without404(problems)).toEqual([])
    await page.context().close()
  })

  it.each([390, 1280])('shows its director a round that is held back, and one that runs, without moving anything (%i px)', async width => {
    const { page } = await openSignedIn(browser, site, 'dora', { viewport: { width, height: 844 } })
    for (const [eventId, text] of [
      [held, 'Players don’t see this round yet.'],
      [running, 'Change players'],
    ] as const) {
      await page.goto(`${site.url}/events/${eventId}?show=direct`)
      await part(page, 'Rounds')
      await page.getByText(text).waitFor()
      await page.waitForLoadState('networkidle')
      // The font may come a frame after the one in its place, which moves the tabs by a few pixels.
      expect(await sumLayoutShifts(page), text).toBeLessThan(0.001)
      // A round that nobody has seen takes no results.
      expect(await page.getByRole('button', { name: /^Enter result/ }).count()).toBe(eventId === held ? 0 : 2)
    }
    await page.context().close()
  })

  it('keeps what was chosen while there is no connection, and changes the round once when there is one again', async () => {
    const { page } = await openSignedIn(browser, site, 'dora', { path: `/events/${running}?show=direct` })
    await press(page, 'Change players')
    const dialog = page.getByRole('dialog')
    // The draw decides which of the five has no game; of these two both have one, so the groups change when one of them leaves.
    const [seated] = groupsOf(running)
    const leaving = documentsOfEvent<EventEntrantDoc>(visitor, 'eventEntrants', running).find(({ _id }) => seated!.includes(_id))!
    await dialog.getByLabel('Player').selectOption(leaving.displayName)
    await dialog.getByLabel('Move to').selectOption('Not in this round')
    const before = groupsOf(running)
    proxy.refuseConnections()
    await page.getByText('Connection lost').first().waitFor({ timeout: 20_000 })
    await press(page, 'Change round')
    expect(await dialog.getByLabel('Move to').locator('option:checked').textContent()).toBe('Not in this round')
    proxy.restore()
    await dialog.waitFor({ state: 'detached', timeout: 30_000 })
    await visitor.waitUntil(() => JSON.stringify(groupsOf(running)) !== JSON.stringify(before))
    const file: { body: string } = await director.call('events.export', { eventId: running, as: 'json' })
    const { log } = JSON.parse(file.body) as { log: { action: string }[] }
    expect(log.filter(({ action }) => action === 'arranged')).toHaveLength(1)
    await page.context().close()
  })
})

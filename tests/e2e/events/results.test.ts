import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventEntrantDoc, EventGroupDoc, StandingsDoc } from '#events/contract/documents.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { documentsOfEvent } from '../../integration/helpers/event-documents.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, openBrowser } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, timezoneId: 'Europe/Berlin' }
const GUESTS = ['Ann', 'Bob', 'Cleo', 'Dan']
const MATCH_PLAY = { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 2, points: 'ifpa' }

let site: Site
let browser: Browser
let director: Player
let visitor: DdpTestClient
let machines: string[]
let spare: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  machines = await Promise.all(['attack from mars', 'medieval madness'].map(text => director.findMachine(text)))
  spare = await director.findMachine('funhouse')
  visitor = await DdpTestClient.open(site.endpoint)
})
afterAll(async () => {
  await director?.disconnect()
  visitor?.socket.close()
  await closeBrowser(browser)
  await site?.close()
})

/** Creates a live event with guests who are checked in, and draws its first round. */
async function newEvent(format: object, guests = GUESTS): Promise<string> {
  const eventId = v7()
  const span = { startsAt: new Date(Date.now() - HOUR), endsAt: new Date(Date.now() + 2 * HOUR), timeZone: 'Europe/Berlin' }
  await director.call('events.add', { _id: eventId, name: 'Friday flippers', ...span, format, machineIds: machines })
  for (const displayName of guests) await director.call('events.addGuest', { _id: v7(), eventId, displayName })
  await director.call('events.presence', { eventId, all: true, presence: 'here' })
  for (const name of ['events.rounds', 'events.entrants', 'events.standings', 'events.one']) await visitor.subscribe(name, { eventId })
  await director.call('events.draw', { _id: v7(), eventId })
  await visitor.waitUntil(() => groups(eventId).length > 0)
  return eventId
}

const groups = (eventId: string) => documentsOfEvent<EventGroupDoc>(visitor, 'eventGroups', eventId).sort((a, b) => a.number - b.number)
const idOf = (eventId: string, name: string): string =>
  documentsOfEvent<EventEntrantDoc>(visitor, 'eventEntrants', eventId).find(each => each.displayName === name)!._id
const rowOf = (eventId: string, name: string): StandingsDoc | undefined =>
  documentsOfEvent<StandingsDoc>(visitor, 'standings', eventId).find(each => each.displayName === name)
const enter = (eventId: string, names: string[], more: object = {}): Promise<unknown> =>
  director.call('events.result', { eventId, groupId: groups(eventId)[0]!._id, order: names.map(name => idOf(eventId, name)), ...more })

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()

async function openTools(eventId: string, part: string, options: BrowserContextOptions = PHONE) {
  const observed = await openSignedIn(browser, site, 'dora', { ...options, path: `/events/${eventId}?show=direct` })
  const tools = observed.page.getByRole('region', { name: 'Manage event' })
  await tools.locator('label', { has: observed.page.getByRole('radio', { name: part }) }).click()
  return { ...observed, tools, dialog: observed.page.getByRole('dialog') }
}

// The server renders pages for visitors, so some of the director's answer 404.
const without404 = (problems: string[]): string[] => problems.filter(line => !line.includes('status of 404'))

describe('results of groups', () => {
  it('keep every place through four quick taps, and take places back by their own controls', async () => {
    const eventId = await newEvent(MATCH_PLAY)
    const { page, tools, dialog, problems } = await openTools(eventId, 'Rounds')
    await press(page, 'Enter result of group 1')
    const player = (name: string) => dialog.getByRole('button', { name: new RegExp(`^${name}`) })
    const marks = () => Promise.all(GUESTS.map(async name => (await player(name).innerText()).replace(/\s+/g, ' ').trim()))
    for (const name of ['Cleo', 'Ann', 'Dan']) await player(name).click()
    // Only Bob is left, so his place is filled in.
    await expect.poll(() => player('Bob').innerText()).toContain('4th')
    expect(await player('Bob').getAttribute('aria-pressed')).toBe('false')
    await player('Bob').click()
    await player('Cleo').click()
    await expect.poll(async () => (await marks()).map(text => text.slice(-3))).toEqual(['2nd', '4th', '1st', '3rd'])
    await dialog.getByText('Cleo 1st, Ann 2nd, Dan 3rd, Bob 4th').waitFor({ state: 'attached' })
    await dialog.getByRole('button', { name: 'Undo last' }).click()
    await expect.poll(() => player('Bob').getAttribute('aria-pressed')).toBe('false')
    await dialog.getByRole('button', { name: 'Undo Cleo' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Cleo')
    await dialog.getByText('Ann 1st, Dan 2nd', { exact: true }).waitFor({ state: 'attached' })
    await dialog.getByRole('button', { name: 'Confirm result' }).click()
    await dialog.getByText(/^Tap the players in finishing order, winner first/).waitFor()
    await player('Cleo').click()
    await player('Bob').click()
    expect(await findAccessibilityProblemsInBothThemes(page, 'result')).toEqual([])

    await dialog.getByRole('checkbox', { name: /Cleo.*Tied for 2nd/ }).check()
    await dialog.getByText('Ann 1st, Dan 2nd, Cleo 2nd, Bob 4th').waitFor({ state: 'attached' })
    await dialog.getByRole('button', { name: 'Confirm result' }).click()
    await dialog.waitFor({ state: 'detached' })
    await visitor.waitUntil(() => groups(eventId)[0]!.state === 'confirmed')
    expect(groups(eventId)[0]!.places).toEqual([1, 2, 2, 4])
    const card = tools.getByRole('listitem').filter({ hasText: 'Group 1' })
    const lines = async () =>
      (await card.getByRole('listitem').allInnerTexts()).map(text => text.replace(/\s+/g, ' ').replace(/ [A-Z] /, ' '))
    await expect.poll(lines).toEqual(['1st Ann 7 points', '2nd, tied Dan 4 points', '2nd, tied Cleo 4 points', '4th Bob 1 point'])
    expect(without404(problems)).toEqual([])
    await page.context().close()
  })

  it('take typed scores, from which the places follow, field after field with Enter', async () => {
    const eventId = await newEvent(MATCH_PLAY)
    const { page, tools, dialog, problems } = await openTools(eventId, 'Rounds')
    await press(page, 'Enter result of group 1')
    await dialog.getByRole('checkbox', { name: /^Type scores/ }).check()
    const scores = dialog.getByRole('group', { name: 'Scores' })
    const players = await scores.getByRole('textbox').all()
    expect(players.length).toBe(4)
    // The first field is ready to type.
    await expect.poll(() => players[0]!.evaluate(field => field === document.activeElement)).toBe(true)
    const names = (await scores.locator('label').allTextContents()).map(label => label.split(' ')[0]!)
    for (const value of ['1000000', '25000000', '3000000', '25000000']) {
      await page.keyboard.type(value)
      await page.keyboard.press('Enter')
    }
    expect(await Promise.all(players.map(field => field.inputValue()))).toEqual(['1,000,000', '25,000,000', '3,000,000', '25,000,000'])
    await dialog
      .getByText(`${names[1]} 1st, ${names[3]} 1st, ${names[2]} 3rd, ${names[0]} 4th`, { exact: true })
      .waitFor({ state: 'attached' })
    expect(await scores.locator('label').allTextContents()).toEqual(names.map((name, i) => `${name} ${['4th', '1st', '3rd', '1st'][i]}`))
    // All have their places by their scores, so nobody is left to tap.
    expect(await dialog.getByRole('button', { pressed: true }).count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(await findAccessibilityProblemsInBothThemes(page, 'typed scores')).toEqual([])
    await dialog.getByRole('button', { name: 'Confirm result' }).click()
    await dialog.waitFor({ state: 'detached' })
    await visitor.waitUntil(() => groups(eventId)[0]!.state === 'confirmed')
    expect(groups(eventId)[0]).toMatchObject({ places: [1, 1, 3, 4], scores: [25_000_000, 25_000_000, 3_000_000, 1_000_000] })
    const card = tools.getByRole('listitem').filter({ hasText: 'Group 1' })
    await card.getByText('3,000,000', { exact: true }).waitFor()

    // What was typed is there again where the switch is set back.
    await press(page, 'Edit result of group 1')
    await dialog.getByRole('checkbox', { name: 'Type scores' }).uncheck()
    await dialog.getByText('Who won? Tap the players in finishing order.').waitFor()
    await dialog.getByRole('checkbox', { name: 'Type scores' }).check()
    await expect.poll(() => scores.getByRole('textbox', { name: names[0]!, exact: true }).inputValue()).toBe('1,000,000')

    // A correction begins with what was typed; a field that is emptied leaves the player to the order.
    await scores.getByRole('textbox', { name: names[0]!, exact: true }).fill('')
    await scores.getByRole('textbox', { name: names[2]!, exact: true }).fill('26000000')
    await dialog.getByRole('button', { name: 'Confirm result' }).click()
    await dialog.waitFor({ state: 'detached' })
    await visitor.waitUntil(() => groups(eventId)[0]!.scores?.[0] === 26_000_000)
    expect(groups(eventId)[0]).toMatchObject({ places: [1, 2, 2, 4], scores: [26_000_000, 25_000_000, 25_000_000, null] })
    expect(without404(problems)).toEqual([])
    await page.context().close()
  })

  it('say what a correction changes in the standings before it is confirmed', async () => {
    const eventId = await newEvent(MATCH_PLAY)
    await enter(eventId, ['Ann', 'Bob', 'Cleo', 'Dan'])
    const { page, dialog } = await openTools(eventId, 'Rounds')
    await press(page, 'Edit result of group 1')
    const changes = dialog.getByRole('region', { name: 'What this changes in the standings' })
    await changes.getByText('No change in the standings.').waitFor()
    await dialog.getByRole('button', { name: 'Undo Ann' }).click()
    await dialog.getByRole('button', { name: /^Ann/ }).click()
    await expect
      .poll(() => changes.getByRole('listitem').allTextContents())
      .toEqual([
        'Bob: from 2nd to 1st, 7 points instead of 5',
        'Cleo: from 3rd to 2nd, 5 points instead of 3',
        'Dan: from 4th to 3rd, 3 points instead of 1',
        'Ann: from 1st to 4th, 1 point instead of 7',
      ])
    expect(rowOf(eventId, 'Ann')!.rank).toBe(1)
    expect(await findAccessibilityProblemsInBothThemes(page, 'correction')).toEqual([])
    await dialog.getByRole('button', { name: 'Confirm result' }).click()
    await visitor.waitUntil(() => rowOf(eventId, 'Ann')!.rank === 4)
    await page.context().close()
  })

  it('can be voided, brought back, and played again on a machine that is added for it', async () => {
    const eventId = await newEvent(MATCH_PLAY)
    await enter(eventId, ['Ann', 'Bob', 'Cleo', 'Dan'])
    const { page, tools, dialog } = await openTools(eventId, 'Rounds')
    const voidGame = async (): Promise<void> => {
      await press(page, 'Void game of group 1')
      await dialog.getByLabel('Reason (optional)').fill('A stuck ball')
      await dialog.getByRole('button', { name: 'Void game' }).click()
      await visitor.waitUntil(() => groups(eventId)[0]!.state === 'playing')
    }
    await voidGame()
    expect(await findAccessibilityProblemsInBothThemes(page, 'voided')).toEqual([])
    await press(page, 'Undo void of group 1')
    await visitor.waitUntil(() => groups(eventId)[0]!.state === 'confirmed' && rowOf(eventId, 'Ann')?.points === 7)
    await voidGame()
    await visitor.waitUntil(() => rowOf(eventId, 'Ann')?.points === 0)

    await press(page, 'Move group 1 to another machine')
    await dialog.getByLabel('Move to').selectOption({ label: 'Add a machine…' })
    await dialog.getByRole('button', { name: 'Move group' }).click()
    await dialog.getByText('Choose a machine from the list.').waitFor()
    await dialog.getByRole('combobox', { name: 'Add machine' }).fill('funhouse')
    await dialog
      .getByRole('option', { name: /Funhouse/i })
      .first()
      .click()
    expect(await findAccessibilityProblemsInBothThemes(page, 'move')).toEqual([])
    await dialog.getByRole('button', { name: 'Move group' }).click()
    await visitor.waitUntil(() => groups(eventId)[0]!.machineId === spare)

    // The event's log offers the same undo until there is a result again.
    await page.getByRole('link', { name: 'Players' }).click()
    await page.getByRole('button', { name: /^Undo: Round 1, / }).waitFor()
    expect(await findAccessibilityProblemsInBothThemes(page, 'log')).toEqual([])
    await enter(eventId, ['Dan', 'Ann', 'Bob', 'Cleo'])
    await page.getByRole('button', { name: /^Undo: Round 1, / }).waitFor({ state: 'detached' })
    await page.goBack()
    await tools.locator('label', { has: page.getByRole('radio', { name: 'Rounds' }) }).click()
    await page.getByRole('button', { name: 'Void game of group 1' }).waitFor()
    expect(await page.getByRole('button', { name: 'Undo void of group 1' }).count()).toBe(0)
    await page.context().close()
  })

  it('name the place in which players leave a race, and show no other place', async () => {
    const eventId = await newEvent({ kind: 'amazing-race', out: 2 }, [...GUESTS, 'Eve'])
    const { page, tools, dialog } = await openTools(eventId, 'Rounds')
    await press(page, 'Enter result of group 1')
    const player = (name: string) => dialog.getByRole('button', { name: new RegExp(`^${name}`) })
    for (const name of ['Dan', 'Bob', 'Eve', 'Dan']) await player(name).click()
    expect(await player('Dan').innerText()).toContain('5th')
    expect(await player('Bob').innerText()).toContain('4th')
    expect(await player('Eve').getAttribute('aria-pressed')).toBe('false')
    await dialog.getByRole('button', { name: 'Confirm result' }).click()
    await dialog.waitFor({ state: 'detached' })
    const card = tools.getByRole('listitem').filter({ hasText: 'Group 1' })
    await expect.poll(() => card.getByText('out', { exact: true }).count()).toBe(2)
    const text = await card.innerText()
    for (const place of ['1st', '2nd', '3rd']) expect(text).not.toContain(place)
    await page.getByRole('link', { name: 'Standings' }).click()
    const row = (name: string) =>
      page.getByRole('region', { name: 'Standings' }).locator('details', { has: page.locator('summary', { hasText: name }) })
    await row('Bob').locator('summary').click()
    await row('Bob').getByText('Out in the same round as Dan, with a higher score.').waitFor()
    await row('Ann').locator('summary').click()
    await row('Ann').getByText('Still in, with 2 others.').waitFor()
    expect(await row('Ann').getByText('stays in').textContent()).toBe('stays in')
    await page.context().close()
  })
})

describe('an event that is being played', () => {
  it('gets another machine and loses one; one that was played on stays out of order', async () => {
    const eventId = await newEvent(MATCH_PLAY)
    await enter(eventId, ['Ann', 'Bob', 'Cleo', 'Dan'])
    const { page, tools, dialog } = await openTools(eventId, 'Machines')
    await press(page, 'Add machine')
    await tools.getByText('Choose a machine from the list.').waitFor()
    await tools.getByRole('combobox', { name: 'Add machine' }).fill('funhouse')
    await page
      .getByRole('option', { name: /Funhouse/i })
      .first()
      .click()
    expect(await findAccessibilityProblemsInBothThemes(page, 'machines')).toEqual([])
    await press(page, 'Add machine')
    const list = tools.getByRole('list', { name: 'Machines' }).getByRole('listitem')
    await expect.poll(() => list.count()).toBe(3)
    await expect.poll(() => tools.getByRole('combobox', { name: 'Add machine' }).inputValue()).toBe('')

    const played = machines.indexOf(groups(eventId)[0]!.machineId)
    const name = [/^Remove machine: Attack from Mars/i, /^Remove machine: Medieval Madness/][played]!
    await press(page, name)
    await dialog.getByRole('button', { name: 'Remove machine' }).click()
    await dialog.waitFor({ state: 'detached' })
    await list.filter({ hasText: 'Out of order' }).filter({ hasText: 'Put back in play' }).waitFor()
    expect(await list.count()).toBe(3)
    await press(page, /^Remove machine: Funhouse/i)
    await dialog.getByRole('button', { name: 'Remove machine' }).click()
    await expect.poll(() => list.count()).toBe(2)
    await page.context().close()
  })

  it('has a tie decided by the order of a playoff, which the rows explain', async () => {
    const eventId = await newEvent(MATCH_PLAY)
    await enter(eventId, ['Cleo', 'Ann', 'Bob', 'Dan'], { places: [1, 2, 2, 4] })
    await visitor.waitUntil(() => rowOf(eventId, 'Bob')?.points === 4)
    const { page } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${eventId}?show=standings` })
    const standings = page.getByRole('region', { name: 'Standings' })
    const row = (name: string) => standings.locator('details', { has: page.locator('summary', { hasText: name }) })
    const dialog = page.getByRole('dialog')
    await row('Dan').locator('summary').click()
    expect(await row('Dan').getByRole('button').count()).toBe(0)
    await row('Bob').locator('summary').click()
    await row('Bob').getByRole('button', { name: 'Decide tie' }).click()
    await dialog.getByRole('heading', { name: 'Tie for 2nd' }).waitFor()
    await dialog.getByRole('button', { name: 'Save order' }).click()
    await dialog.getByText(/^Tap the players in finishing order/).waitFor()
    await dialog.getByRole('button', { name: /^Bob/ }).click()
    expect(await dialog.getByRole('button', { name: /^Ann/ }).innerText()).toContain('3rd')
    expect(await findAccessibilityProblemsInBothThemes(page, 'playoff')).toEqual([])
    await dialog.getByRole('button', { name: 'Save order' }).click()
    await row('Bob').getByText('Won the playoff.').waitFor()
    expect(await findAccessibilityProblemsInBothThemes(page, 'explained')).toEqual([])
    await row('Ann').locator('summary').click()
    await row('Ann').getByText('Decided by a playoff: behind Bob.').waitFor()
    expect([rowOf(eventId, 'Bob')?.rank, rowOf(eventId, 'Ann')?.rank]).toEqual([2, 3])

    // The wrong order was entered.
    await row('Ann').getByRole('button', { name: 'Edit playoff' }).click()
    await dialog.getByRole('button', { name: /^Ann/ }).click()
    await dialog.getByRole('button', { name: 'Save order' }).click()
    await row('Ann').getByText('Won the playoff.').waitFor()

    await visitor.waitUntil(() => rowOf(eventId, 'Ann')?.rank === 2)
    await page.context().close()
  })

  it('does not ask its director about ties below the third place', async () => {
    const eventId = await newEvent(MATCH_PLAY, ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hal'])
    for (const { _id, entrantIds } of groups(eventId))
      await director.call('events.result', { eventId, groupId: _id, order: entrantIds, places: [1, 2, 3, 3] })
    await director.call('events.close', { eventId })
    const { page } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${eventId}` })
    // Two share the first place, two the third, four the fifth.
    await page.getByText(/are tied for 3rd\.$/).waitFor()
    await page.getByText(/are tied for 1st\.$/).waitFor()
    expect(await page.getByText(/are tied for 5th/).count()).toBe(0)
    await page.context().close()
  })

  it('points its director to the ties of a finished event', async () => {
    const eventId = await newEvent(MATCH_PLAY)
    await enter(eventId, ['Cleo', 'Ann', 'Bob', 'Dan'], { places: [1, 1, 3, 4] })
    await director.call('events.close', { eventId })
    const { page } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${eventId}` })
    await page.getByText(/^(Cleo and Ann|Ann and Cleo) are tied for 1st\.$/).waitFor()
    // One tap on the winner decides a tie of two.
    await press(page, 'Cleo won the tie for 1st')
    await page.getByText(/are tied for 1st/).waitFor({ state: 'detached' })
    await visitor.waitUntil(() => rowOf(eventId, 'Cleo')?.rank === 1 && rowOf(eventId, 'Ann')?.rank === 2)
    await page.context().close()
  })
})

describe('a result by agreement', () => {
  it('is entered by one player and confirmed by another, and a contradiction is decided by the director', async () => {
    const eventId = await newEvent({ ...MATCH_PLAY, groupSize: 2 }, ['Ann', 'Bob'])
    await director.call('events.drop', { eventId, roundId: documentsOfEvent<object>(visitor, 'eventRounds', eventId)[0]!._id })
    await director.call('events.edit', { eventId, agreement: 'two' })
    await director.call('events.presence', { eventId, all: true, presence: 'paused' })
    const accounts = await Promise.all(['amy', 'ben'].map(name => signUp(site.endpoint, name)))
    for (const account of accounts) await account.call('events.join', { eventId })
    await visitor.waitUntil(() => documentsOfEvent(visitor, 'eventEntrants', eventId).length === 4)
    await director.call('events.presence', { eventId, entrantIds: ['amy', 'ben'].map(name => idOf(eventId, name)), presence: 'here' })
    await director.call('events.draw', { _id: v7(), eventId })
    const open = (name: string) => openSignedIn(browser, site, name, { ...PHONE, path: `/events/${eventId}?show=rounds` })
    const [amy, ben] = [await open('amy'), await open('ben')]

    await amy.page.getByRole('button', { name: 'Enter result' }).first().click()
    const dialog = amy.page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^amy/ }).click()
    await dialog.getByRole('button', { name: /^ben/ }).click()
    await dialog.getByText('Counts when another player in the group enters the same result.').waitFor()
    await dialog.getByRole('button', { name: 'Send result' }).click()
    await amy.page.getByText('You entered the result. Another player in the group has to confirm it.').waitFor()
    await ben.page.getByText('Your group’s result was entered. Is it correct?').waitFor()
    expect(await findAccessibilityProblemsInBothThemes(ben.page, 'confirming')).toEqual([])
    expect(await amy.page.getByRole('button', { name: 'Confirm result' }).count()).toBe(0)

    const order = ['ben', 'amy'].map(name => idOf(eventId, name))
    await accounts[1]!.call('events.result', { eventId, groupId: groups(eventId)[0]!._id, order })
    for (const each of [amy.page, ben.page]) await each.getByText('Two players entered different results.').first().waitFor()
    expect(await ben.page.getByRole('button', { name: 'Confirm result' }).count()).toBe(0)
    const { page, tools } = await openTools(eventId, 'Rounds')
    await tools.getByText('The players disagree').waitFor()
    await tools.getByText('1. ben, 2. amy').waitFor()
    expect(await findAccessibilityProblemsInBothThemes(page, 'contested')).toEqual([])

    await accounts[1]!.call('events.result', { eventId, groupId: groups(eventId)[0]!._id, order: [...order].reverse() })
    for (const each of [amy.page, ben.page]) await each.getByText('Your result is confirmed.').waitFor()
    await visitor.waitUntil(() => rowOf(eventId, 'amy')?.rank === 1)
    expect([...without404(amy.problems), ...without404(ben.problems)]).toEqual([])
    for (const account of accounts) await account.disconnect()
    for (const each of [amy.page, ben.page, page]) await each.context().close()
  })
})

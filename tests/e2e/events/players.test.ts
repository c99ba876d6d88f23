import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTcpProxy, type TcpProxy } from '../../tcp-proxy.ts'
import { countCalls, openSignedIn } from '../helpers/account-visits.ts'
import {
  closeBrowser,
  findAccessibilityProblemsInBothThemes,
  findOverflowingWidths,
  openBrowser,
  untilRendered,
} from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** The site with the URL that browsers use, which leads through a network that can be slow or cut. */
let site: Site
let proxy: TcpProxy
let browser: Browser
let director: Player
let ann: Player
let hidden: Player
let machineId: string

beforeAll(async () => {
  proxy = await startTcpProxy(() => ({ host: '127.0.0.1', port: Number(new URL(site.endpoint).port) }))
  site = { ...(await startSite({ RATE_LIMITS: 'off', ROOT_URL: proxy.url })), url: proxy.url }
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  ann = await signUp(site.endpoint, 'annika')
  await ann.call('players.edit', { displayName: 'Annika Berg' })
  hidden = await signUp(site.endpoint, 'secretive')
  await hidden.call('players.edit', { displayName: 'Nobody Knows', unlisted: true })
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  machineId = await director.findMachine('attack from mars')
})
afterEach(() => proxy.restore())
afterAll(async () => {
  for (const player of [director, ann, hidden]) await player?.disconnect()
  await closeBrowser(browser)
  await site?.close()
  await proxy?.close()
})

/** Creates a live event that `dora` directs. @param guests names of guests in it */
async function newEvent(guests: readonly string[] = [], name = 'Thursday night'): Promise<string> {
  const eventId = v7()
  const now = Date.now()
  const format = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 3, points: 'ifpa' }
  const span = { startsAt: new Date(now - HOUR), endsAt: new Date(now + HOUR), timeZone: 'Europe/Berlin' }
  await director.call('events.add', { _id: eventId, name, ...span, format, machineIds: [machineId] })
  if (guests.length > 0)
    await director.call('events.addPlayers', { eventId, entries: guests.map(displayName => ({ _id: v7(), displayName })) })
  return eventId
}

async function openDesk(eventId: string, options: BrowserContextOptions = PHONE) {
  const observed = await openSignedIn(browser, site, 'dora', { ...options, path: `/events/${eventId}?show=direct` })
  await nameField(observed.page, true).waitFor({ state: 'attached' })
  if (!(await nameField(observed.page).isVisible())) await press(observed.page, 'Add players')
  await nameField(observed.page).waitFor()
  return observed
}

const nameField = (page: Page, includeHidden = false) => page.getByRole('combobox', { name: 'Name of a player or guest', includeHidden })
const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const players = (page: Page) => page.getByRole('list', { name: 'Players', exact: true }).getByRole('listitem')
const held = (page: Page) => page.getByRole('list', { name: 'Players not added yet' }).getByRole('listitem')
const dialog = (page: Page) => page.getByRole('dialog')
const preview = (page: Page) => page.getByRole('list', { name: 'Players to add' }).getByRole('listitem')

/** Expects exactly these players, whose rows begin with their names, in the order of the list. */
const expectPlayers = (page: Page, names: readonly string[]) =>
  expect
    .poll(async () => (await players(page).allInnerTexts()).map(text => names.find(name => text.split('\n').includes(name)) ?? text))
    .toEqual([...names])

/** Pastes a text where the focus is. */
const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate(pasted => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

const without404 = (problems: string[]): string[] => problems.filter(line => !line.includes('status of 404'))

describe('a director who adds guests one after another', () => {
  it('loses no letter on a slow line: the field is empty at once, and names are sent in order', async () => {
    const observed = await openDesk(await newEvent())
    const { page, sent } = observed
    proxy.delayTraffic(500)
    await nameField(page).click()
    await page.keyboard.type('Ann')
    await page.keyboard.press('Enter')
    expect(await nameField(page).inputValue()).toBe('')
    await page.waitForTimeout(350)
    for (const name of ['Bob', 'Cleo']) {
      await page.keyboard.type(name, { delay: 60 })
      await page.keyboard.press('Enter')
      expect(await nameField(page).inputValue()).toBe('')
    }
    await page.keyboard.type('Da')
    await expectPlayers(page, ['Ann', 'Bob', 'Cleo'])
    expect(await nameField(page).inputValue()).toBe('Da')
    const calls = sent.filter(frame => frame.includes('"method":"events.addPlayers"'))
    expect(calls.flatMap(frame => [...frame.matchAll(/"displayName":"(\w+)"/g)].map(match => match[1]))).toEqual(['Ann', 'Bob', 'Cleo'])
    expect(without404(observed.problems)).toEqual([])
    await page.context().close()
  })

  it('keeps a name that was refused, with the reason, until it is sent again; also while another part is shown', async () => {
    const eventId = await newEvent()
    const { page } = await openDesk(eventId)
    // The event ends while the name is on its way.
    proxy.holdTraffic()
    await nameField(page).fill('Grace')
    await nameField(page).press('Enter')
    await page.getByText('Adding…').waitFor()
    await director.call('events.close', { eventId })
    proxy.restore()
    await page.getByText('1 player not added yet').waitFor({ state: 'attached' })
    await director.call('events.reopen', { eventId })
    await held(page).getByText('This event has already ended.').waitFor()
    expect(await held(page).getByRole('textbox').inputValue()).toBe('Grace')
    await page.getByRole('link', { name: 'Standings' }).click()
    await nameField(page).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Manage', exact: true }).click()
    await press(page, 'Try again: Grace')
    await expectPlayers(page, ['Grace'])
    expect(await held(page).count()).toBe(0)
    await page.context().close()
  })

  it('is asked about a second player of the same name, and keeps the text', async () => {
    const { page } = await openDesk(await newEvent(['Anna']))
    await expectPlayers(page, ['Anna'])
    for (const name of ['ÁNNA ', 'Bob']) {
      await nameField(page).fill(name)
      await nameField(page).press('Enter')
    }
    await held(page).getByText('ÁNNA is already in this event.').waitFor()
    expect(await held(page).getByRole('textbox').inputValue()).toBe('ÁNNA')
    await expectPlayers(page, ['Anna', 'Bob'])
    await press(page, 'Add anyway: ÁNNA')
    await expect.poll(() => players(page).count()).toBe(3)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
    await nameField(page).fill('anna')
    await nameField(page).press('Enter')
    await held(page).getByRole('textbox').fill('Anna B')
    await press(page, 'Add guest: Anna B')
    await expect.poll(() => players(page).count()).toBe(4)
    await nameField(page).fill('bob')
    await nameField(page).press('Enter')
    await press(page, 'Cancel: bob')
    await held(page).waitFor({ state: 'detached' })
    expect(await players(page).count()).toBe(4)
    await page.context().close()
  })
})

describe('a director who adds several players', () => {
  it('pastes a list, sees what will be added, and who is listed twice or in the event already', async () => {
    const observed = await openDesk(await newEvent(['Anna']))
    const { page } = observed
    await nameField(page).fill('Da')
    await nameField(page).focus()
    await paste(page, '1. Bob 12345\n2. Cleo\n3. anna\n4. cleo')
    await expect
      .poll(async () => (await preview(page).allInnerTexts()).map(text => text.replace(/\s*\n\s*/g, ' | ')))
      .toEqual(['Bob | IFPA 12345', 'Cleo', 'anna | This name is already in the event', 'cleo | Twice in this list'])
    expect(await findAccessibilityProblemsInBothThemes(page, 'list of names')).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await press(page, 'Add a list of names')
    await preview(page).first().waitFor()
    await page.getByRole('textbox', { name: 'Names' }).press('End')
    await page.getByRole('textbox', { name: 'Names' }).pressSequentially(', Dan')
    await expect.poll(() => preview(page).count()).toBe(5)
    await dialog(page).getByRole('checkbox', { name: 'cleo' }).nth(1).check()
    await press(page, 'Add 4 players')
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => players(page).count()).toBe(5)
    await players(page).filter({ hasText: 'IFPA 12345' }).getByText('Bob', { exact: true }).waitFor()
    expect(await nameField(page).inputValue()).toBe('Da')
    // A list that is typed into the field of one name opens the same preview.
    await nameField(page).fill('Eve, Finn')
    await nameField(page).press('Enter')
    await press(page, 'Add 2 players')
    await expect.poll(() => players(page).count()).toBe(7)
    expect(without404(observed.problems)).toEqual([])
    await page.context().close()
  })

  it('pastes a table from a spreadsheet, and is told how its columns were read', async () => {
    const observed = await openDesk(await newEvent())
    const { page } = observed
    await nameField(page).focus()
    await paste(page, '1\tAnn Lee\t4711\n2\tBo Diaz\t812')
    const shown = async () => (await preview(page).allInnerTexts()).map(text => text.replace(/\s*\n\s*/g, ' | '))
    await expect.poll(shown).toEqual(['Ann Lee | IFPA 4711', 'Bo Diaz | IFPA 812'])
    await dialog(page).getByText('Read as a table: names are in column 2, IFPA numbers in column 3. Other columns are left out.').waitFor()
    const names = page.getByRole('textbox', { name: 'Names' })
    await names.fill('Evening of 20 November\nPlatz;Spieler;Punkte\n1;Ann Lee;25\n2;7;20')
    await expect.poll(shown).toEqual(['Ann Lee', '7 | Is this a name?', 'Evening of 20 November | Is this a name?'])
    await dialog(page)
      .getByText('Read as a table: names are in column “Spieler”, and no column has IFPA numbers. Other columns are left out.')
      .waitFor()
    expect(await findAccessibilityProblemsInBothThemes(page, 'pasted table')).toEqual([])
    await names.fill('Ann Lee, Bo Diaz')
    await dialog(page).getByText('Read as a list of names.').waitFor()
    await names.fill('Name,IFPA ID\nAnn Lee,4711\nBo Diaz,812')
    await dialog(page).getByText('Read as a table: names are in column “Name”, IFPA numbers in column “IFPA ID”.').waitFor()
    await press(page, 'Add 2 players')
    await expectPlayers(page, ['Ann Lee', 'Bo Diaz'])
    await players(page).filter({ hasText: 'Bo Diaz' }).getByText('IFPA 812').waitFor()
    expect(without404(observed.problems)).toEqual([])
    await page.context().close()
  })

  it('is told who has the IFPA number of another, in the list that is added and in the list of players', async () => {
    const eventId = await newEvent()
    await director.call('events.addPlayers', { eventId, entries: [{ _id: v7(), displayName: 'Uma Ace', ifpaNumber: '12' }] })
    const observed = await openDesk(eventId)
    const { page } = observed
    await expectPlayers(page, ['Uma Ace'])
    await press(page, 'Add a list of names')
    await page.getByRole('textbox', { name: 'Names' }).fill('Toni Vega 4711\nT. Vega #4711\nOther (000012)')
    await expect
      .poll(async () => (await preview(page).allInnerTexts()).map(text => text.replace(/\s*\n\s*/g, ' | ')))
      .toEqual([
        'Toni Vega | IFPA 4711',
        'T. Vega | IFPA 4711, Same IFPA number as Toni Vega',
        'Other | IFPA 000012, Same IFPA number as Uma Ace',
      ])
    await press(page, 'Add 1 player')
    await expectPlayers(page, ['Toni Vega', 'Uma Ace'])
    await nameField(page).fill('T. Vega')
    await page.getByLabel('IFPA number').fill('004711')
    await nameField(page).press('Enter')
    await held(page).getByText('Toni Vega has the same IFPA number.').waitFor()
    await press(page, 'Add anyway: T. Vega')
    await expectPlayers(page, ['T. Vega', 'Toni Vega', 'Uma Ace'])
    await players(page).filter({ hasText: 'Same IFPA number as Toni Vega' }).getByText('T. Vega', { exact: true }).waitFor()
    await players(page).filter({ hasText: 'Same IFPA number as T. Vega' }).getByText('Toni Vega', { exact: true }).waitFor()
    expect(await players(page).filter({ hasText: 'Uma Ace' }).getByText('Same IFPA number').count()).toBe(0)
    expect(await findAccessibilityProblemsInBothThemes(page, 'players with one IFPA number')).toEqual([])
    expect(without404(observed.problems)).toEqual([])
    await page.context().close()
  })

  it('takes over the players of the last event: those with accounts by account, guests by name and number', async () => {
    const last = await newEvent(['Bob'], 'Last Thursday')
    await director.call('events.addPlayers', {
      eventId: last,
      entries: [
        { _id: v7(), userId: ann.userId },
        { _id: v7(), displayName: 'Grace', ifpaNumber: '4711' },
      ],
    })
    await director.call('events.close', { eventId: last })
    const observed = await openDesk(await newEvent(['bob']))
    const { page } = observed
    await press(page, 'Add last event’s players')
    await expect
      .poll(async () => (await preview(page).allInnerTexts()).map(text => text.replace(/\s*\n\s*/g, ' | ')))
      .toEqual(['Annika Berg', 'Bob | This name is already in the event', 'Grace | IFPA 4711'])
    expect(await dialog(page).getByRole('combobox', { name: 'Event' }).locator('option').first().textContent()).toMatch(/^Last Thursday, /)
    expect(await findAccessibilityProblemsInBothThemes(page, 'earlier event')).toEqual([])
    await press(page, 'Add 2 players')
    await expectPlayers(page, ['Annika Berg', 'bob', 'Grace'])
    await players(page).filter({ hasText: 'Grace' }).getByText('IFPA 4711').waitFor()
    expect(await players(page).filter({ hasText: 'Annika' }).getByText('Guest').count()).toBe(0)
    await press(page, 'Add last event’s players')
    await preview(page).filter({ hasText: 'Annika Berg' }).getByText('Already in this event').waitFor()
    expect(await dialog(page).getByRole('checkbox', { checked: true }).count()).toBe(0)
    expect(without404(observed.problems)).toEqual([])
    await page.context().close()
  })

  it('finds registered players by name, and unlisted ones by their exact user name', async () => {
    const observed = await openDesk(await newEvent())
    const { page } = observed
    await nameField(page).pressSequentially('annika')
    await page.getByRole('option', { name: 'Annika Berg' }).waitFor()
    await nameField(page).press('ArrowDown')
    await nameField(page).press('Enter')
    await expectPlayers(page, ['Annika Berg'])
    expect(await nameField(page).inputValue()).toBe('')
    await nameField(page).pressSequentially('annika')
    await page.getByRole('option', { name: 'Annika Berg' }).getByText('Already in this event').waitFor()
    await page.getByRole('option', { name: 'Annika Berg' }).click()
    await page.getByText('Annika Berg is already in this event.').waitFor()
    const answers = () => observed.frames.filter(frame => frame.startsWith('{"msg":"result"')).length
    const answersBefore = answers()
    await nameField(page).fill('secretiv')
    await expect.poll(answers).toBeGreaterThan(answersBefore)
    await untilRendered(page)
    expect(await page.getByRole('listbox').getByRole('option').count()).toBe(0)
    await nameField(page).fill('Secretive')
    await page.getByRole('option', { name: 'Nobody Knows' }).click()
    await expectPlayers(page, ['Annika Berg', 'Nobody Knows'])
    expect(await players(page).getByText('Guest').count()).toBe(0)
    expect(without404(observed.problems)).toEqual([])
    await page.context().close()
  })
})

describe('a director who looks after the players', () => {
  it('renames a guest, removes one who has not played, and merges a guest into another player', async () => {
    const eventId = await newEvent(['Ana', 'Bob', 'Bobby', 'Cleo'])
    const observed = await openDesk(eventId)
    const { page } = observed
    await press(page, 'More options for Ana')
    await press(page, 'Edit name')
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Anna')
    await dialog(page).getByLabel('IFPA number').fill('x')
    await press(page, 'Save name')
    await dialog(page).getByLabel('IFPA number').and(page.locator('[aria-invalid]')).fill('77')
    await press(page, 'Save name')
    await players(page).filter({ hasText: 'IFPA 77' }).getByText('Anna', { exact: true }).waitFor()
    await dialog(page).waitFor({ state: 'detached' })

    await press(page, 'More options for Cleo')
    await press(page, 'Remove player')
    await page.getByText('Remove Cleo?').waitFor()
    await press(page, 'Remove player')
    await expectPlayers(page, ['Anna', 'Bob', 'Bobby'])

    await press(page, 'More options for Bobby')
    await press(page, 'Merge players')
    await press(page, 'Merge players')
    await page.getByText('Choose the other player.').waitFor()
    await dialog(page).getByLabel('Merge into').selectOption({ label: 'Bob, guest' })
    await press(page, 'Merge players')
    await expectPlayers(page, ['Anna', 'Bob'])

    await director.call('events.draw', { _id: v7(), eventId })
    await press(page, 'More options for Bob')
    await press(page, 'Remove player')
    await press(page, 'Remove player')
    await dialog(page).getByText('This player has already played. Pause them instead.').waitFor()
    await press(page, 'Cancel')
    await expectPlayers(page, ['Anna', 'Bob'])
    expect(without404(observed.problems)).toEqual([])
    await page.context().close()
  })

  it('checks in several players at once, and all, in one call', async () => {
    const eventId = await newEvent(['Ana', 'Bob', 'Cleo', 'Dan'])
    const { page, sent, problems } = await openDesk(eventId)
    await expect.poll(() => players(page).count()).toBe(4)
    await director.call('events.presence', { eventId, all: true, presence: 'expected' })
    await page.getByText('4 not here yet').waitFor()
    await press(page, 'Select players')
    for (const name of ['Ana', 'Cleo']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await press(page, 'Check in 2 players')
    await page.getByText('2 not here yet · 2 here').waitFor()
    await press(page, 'Sit out: Ana')
    await page.getByText('2 not here yet · 1 here · 1 on a break').waitFor()
    await press(page, 'Check everyone in')
    await page.getByText('3 here · 1 on a break').waitFor()
    expect(countCalls({ sent }, 'events.presence')).toBe(3)
    expect(await findAccessibilityProblemsInBothThemes(page, 'players of an event')).toEqual([])
    expect(await findOverflowingWidths(page)).toEqual([])
    expect(without404(problems)).toEqual([])
    await page.context().close()
  })
})

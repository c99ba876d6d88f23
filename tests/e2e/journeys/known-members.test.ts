import type { Browser } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, findOverflowingWidths, openBrowser } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'
import { Person } from './person.ts'

const PHONE = { motion: true, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, timezoneId: 'Europe/Berlin' }
/** The members who have an account, besides the one who runs the group. */
const MEMBERS = ['Ada', 'Beo', 'Cleo']
const PEOPLE = 'Dan Eve Finn Gus Hanna Ivo Jana Kai Lena Milo Nora Otto'.split(' ')
const MACHINES = ['attack from mars', 'medieval madness', 'funhouse', 'twilight zone', 'addams family']

let site: Site
let browser: Browser
let director: Player
let groupId: string
/** the page of the evening of 16 */
let eveningPath: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  groupId = v7()
  await director.call('groups.add', { _id: groupId, name: 'Thursday club', visibility: 'public' })
  for (const name of MEMBERS) {
    const member = await signUp(site.endpoint, name)
    await member.call('groups.join', { groupId })
    await member.disconnect()
  }
})
afterAll(async () => {
  await director?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

const openGroup = (options: object = PHONE) => openSignedIn(browser, site, 'dora', { ...options, path: `/groups/${groupId}` })

it('a group puts its people without an account on a list, by pasting their names once', async () => {
  const { page, problems } = await openGroup()
  const phone = new Person(page, true)
  const list = page.getByRole('list', { name: 'Members without an account' })
  await page.getByText('No players yet.').waitFor()
  await phone.press('Add players')
  await page.getByRole('textbox', { name: 'Names' }).fill(PEOPLE.map((name, i) => `${i + 1}. ${name}, ${1000 + i}`).join('\n'))
  await phone.press('Add 12 players')
  await page.getByText('12 players added.').waitFor()
  expect(await list.getByRole('listitem').count()).toBe(12)
  await phone.press('Add players')
  // Written in Cyrillic letters, the name looks like the one of the member Beo.
  await page.getByRole('textbox', { name: 'Names' }).fill('Pia\n\u0412\u0435\u043e')
  await phone.press('Add 2 players')
  await page.getByText('\u0412\u0435\u043e: This looks too much like the name of another person.').waitFor()
  await page.getByRole('textbox', { name: 'Names' }).fill('Dan\nPia')
  await page.getByText('Already on the list: Dan').waitFor()
  await phone.press('Add 1 player')
  await list.getByText('Pia').waitFor()
  await phone.press('Manage Pia')
  await page.getByRole('textbox', { name: 'Note' }).fill('Comes late')
  await phone.press('Save changes')
  await list.getByText('Comes late').waitFor()
  await phone.press('Manage Pia')
  expect(await findAccessibilityProblemsInBothThemes(page, 'a person')).toEqual([])
  await page.setViewportSize(PHONE.viewport)
  await phone.press('Claim link')
  await page.getByText('There are no results to claim yet.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
  await phone.press('Manage Pia')
  await phone.press('Remove from list')
  await page.getByRole('checkbox', { name: /^Delete the name/ }).waitFor()
  await phone.press('Remove from list')
  await page.getByText('Pia was removed.').waitFor()
  expect(await list.getByRole('listitem').count()).toBe(12)
  expect(await findAccessibilityProblemsInBothThemes(page, 'the list of people')).toEqual([])
  expect(await findOverflowingWidths(page)).toEqual([])
  expect(problems).toEqual([])
  await page.context().close()
})

describe('an evening of 16 known members', () => {
  it('is set up on a phone with at most 25 taps, from the group’s page to 16 players who are here', async () => {
    const { page, problems } = await openGroup()
    const phone = new Person(page, true)
    await phone.tap(page.getByRole('link', { name: 'Add event' }))
    await phone.tap(page.getByLabel('Name', { exact: true }))
    await phone.typeName('Thursday Pins')
    await phone.tap(page.getByRole('radio', { name: /^Match play/ }))
    for (const machine of MACHINES) {
      await phone.tap(page.getByRole('combobox', { name: 'Add machine' }))
      await phone.type(machine)
      const options = page.getByRole('listbox').getByRole('option', { name: new RegExp(machine, 'i') })
      await phone.tap(options.first())
    }
    await phone.press('Add event')
    await page.waitForURL(/\?show=direct$/)
    await phone.press('Add the group’s players')
    await phone.press('Select all (16)')
    await phone.press('Add 16 players')
    await page.getByText('16 here').waitFor()
    phone.report('16 known members are set up with a phone')
    expect(phone.effort.taps).toBeLessThanOrEqual(25)
    expect(problems).toEqual([])
    eveningPath = new URL(page.url()).pathname
    await page.context().close()
  })

  it('is taken over by the next evening, to which they all are known again', async () => {
    const { page } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/new?from=${eveningPath.split('/').at(-1)}` })
    await page.getByRole('button', { name: 'Add event' }).tap()
    await page.waitForURL(/\?show=direct$/)
    await page.getByText('16 not here yet').waitFor()
    const addGroup = page.getByRole('button', { name: 'Add the group’s players' })
    if (!(await addGroup.isVisible())) await page.getByRole('button', { name: 'Add players' }).tap()
    await addGroup.tap()
    await expect.poll(() => page.getByRole('dialog').getByText('Already in this event').count()).toBe(16)
    await page.context().close()
  })

  it('is somebody’s own, with all others, once an account claims it by the link of the list', async () => {
    const owner = await openGroup()
    await owner.page.getByRole('button', { name: 'Manage Dan' }).tap()
    await owner.page.getByRole('button', { name: 'Claim link' }).tap()
    await owner.page.getByRole('img', { name: 'Claim link for Dan as a QR code' }).waitFor()
    const mail = await owner.page.getByRole('link', { name: 'Share by email' }).getAttribute('href')
    const link = /http\S+$/.exec(decodeURIComponent(mail ?? ''))![0]
    await (await signUp(site.endpoint, 'danger')).disconnect()
    const { page } = await openSignedIn(browser, site, 'danger', { ...PHONE, path: new URL(link).pathname + new URL(link).search })
    await page.getByText('Dan', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Claim these scores' }).tap()
    await page.waitForURL(/\/events\/[0-9a-f-]+$/)
    await page.goto(`${site.url}${eveningPath}?show=players`)
    await page.getByRole('link', { name: 'danger' }).first().waitFor()
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
    await owner.page.getByRole('list', { name: 'Members without an account' }).getByText('Has an account').waitFor()
    for (const each of [owner.page, page]) await each.context().close()
  })

  it('knows whom a typed or pasted name means, and keeps who is new for next time', async () => {
    const [earlierId, eventId] = [v7(), v7()]
    const facts = {
      ...{ startsAt: new Date(Date.now() - 3_600_000), endsAt: new Date(Date.now() + 3_600_000), timeZone: 'Europe/Berlin', groupId },
      format: { kind: 'match-play', grouping: 'random', groupSize: 4, rounds: 3, points: 'ifpa' },
      machineIds: [await director.findMachine(MACHINES[0]!)],
    }
    for (const [_id, name] of [
      [earlierId, 'Earlier'],
      [eventId, 'Later'],
    ])
      await director.call('events.add', { _id, name, ...facts })
    const { page } = await openSignedIn(browser, site, 'dora', { ...PHONE, path: `/events/${earlierId}?show=direct` })
    const players = page.getByRole('list', { name: 'Players', exact: true }).getByRole('listitem')
    const name = page.getByRole('combobox', { name: 'Name of a player or guest' })
    await name.fill('hann')
    await page.getByRole('option', { name: /Hanna/ }).tap()
    await players.filter({ hasText: 'Hanna' }).waitFor()
    await expect.poll(() => players.filter({ hasText: 'Hanna' }).innerText()).toContain('IFPA 1004')
    await name.fill('ada')
    await name.press('Enter')
    await players.filter({ hasText: 'Ada' }).waitFor()
    expect(await players.filter({ hasText: 'Ada' }).innerText()).not.toContain('Guest')
    await name.fill('Quentin')
    await name.press('Enter')
    await players.filter({ hasText: 'Quentin' }).waitFor()
    await page.getByRole('button', { name: 'Add a list of names' }).tap()
    await page.getByRole('textbox', { name: 'Names' }).fill('Mrs. Nora (1010)\nBEO\nZoe')
    await page.getByRole('button', { name: 'Add 3 players' }).tap()
    await players.filter({ hasText: 'Zoe' }).waitFor()
    const texts = await players.allInnerTexts()
    expect(texts.find(text => text.includes('Nora'))).not.toContain('Mrs.')
    expect(texts.find(text => text.includes('Beo'))).not.toContain('Guest')

    await page.goto(`${site.url}/events/${eventId}?show=direct`)
    await page.getByRole('button', { name: 'Add the group’s players' }).tap()
    for (const kept of ['Quentin', 'Zoe']) await page.getByRole('dialog').getByRole('checkbox', { name: kept }).tap()
    expect(await findAccessibilityProblemsInBothThemes(page, 'the players of the group')).toEqual([])
    await page.setViewportSize(PHONE.viewport)
    await page.getByRole('button', { name: 'Add 2 players' }).tap()
    await players.filter({ hasText: 'Zoe' }).waitFor()
    await page.context().close()
  })
})

it('shows a member who does not run the group nothing of the list', async () => {
  const { page, frames } = await openSignedIn(browser, site, 'Ada', { ...PHONE, path: `/groups/${groupId}` })
  await page.getByRole('button', { name: 'Leave group' }).waitFor()
  expect(await page.getByText('Members without an account').count()).toBe(0)
  expect(frames.join('\n')).not.toContain('groupPeople')
  await page.context().close()
})

import type { Browser, BrowserContextOptions } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EventGroupDoc } from '#events/contract/documents.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, openBrowser } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, timezoneId: 'Europe/Berlin' }
const MATCH_PLAY = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 2, points: 'ifpa' }

let site: Site
let browser: Browser
let visitor: DdpTestClient
/** dora directs, hanna helps; amy and ben play */
let [dora, hanna, amy, ben]: Player[] = []
let eventId: string
/** by user name */
let entrants: Map<string, string>

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  ;[dora, hanna, amy, ben] = await Promise.all(['dora', 'hanna', 'amy', 'ben'].map(name => signUp(site.endpoint, name)))
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  visitor = await DdpTestClient.open(site.endpoint)
})
afterAll(async () => {
  for (const each of [dora, hanna, amy, ben]) await each?.disconnect()
  visitor?.socket.close()
  await closeBrowser(browser)
  await site?.close()
})

const group = (): (EventGroupDoc & { _id: string }) | undefined =>
  [...visitor.documents('eventGroups')]
    .map(([_id, each]) => ({ ...(each as unknown as EventGroupDoc), _id }))
    .find(each => each.eventId === eventId)
const enter = (by: Player, names: string[], more: object = {}): Promise<unknown> =>
  by.call('events.result', { eventId, groupId: group()!._id, order: names.map(name => entrants.get(name)!), ...more })
const open = (name: string, path = `/events/${eventId}?show=rounds`) => openSignedIn(browser, site, name, { ...PHONE, path })

/** A live event with amy and ben in its only group, which hanna keeps the scores of. */
async function startEvent(agreement: string): Promise<void> {
  eventId = v7()
  const span = { startsAt: new Date(Date.now() - HOUR), endsAt: new Date(Date.now() + 2 * HOUR), timeZone: 'Europe/Berlin' }
  const machineIds = [await dora!.findMachine('attack from mars')]
  await dora!.call('events.add', { _id: eventId, name: 'Friday flippers', ...span, format: MATCH_PLAY, machineIds, agreement })
  await dora!.call('events.setStaff', { eventId, userId: hanna!.userId, role: 'scorekeeper' })
  for (const each of [amy!, ben!]) await each.call('events.join', { eventId })
  for (const name of ['events.rounds', 'events.entrants']) await visitor.subscribe(name, { eventId })
  await dora!.call('events.presence', { eventId, all: true, presence: 'here' })
  await dora!.call('events.draw', { _id: v7(), eventId })
  await visitor.waitUntil(() => group() !== undefined && visitor.documents('eventEntrants').size > 0)
  entrants = new Map(
    [...visitor.documents('eventEntrants')].flatMap(([id, each]) => (each.eventId === eventId ? [[String(each.username), id]] : [])),
  )
}

describe('a result that two helpers enter', () => {
  beforeEach(() => startEvent('director'))

  it('names the entry that counts and asks before another replaces it, and who was first sees by whom', async () => {
    const first = await open('dora')
    const second = await open('hanna')
    const dialog = second.page.getByRole('dialog')
    await second.page.getByRole('button', { name: 'Enter result' }).first().click()
    await dialog.getByRole('button', { name: /^ben/ }).click()
    await dialog.getByRole('button', { name: /^amy/ }).click()
    // Meanwhile the director confirms the opposite.
    await enter(dora!, ['amy', 'ben'])
    await first.page.getByText('Confirmed', { exact: true }).first().waitFor()
    await dialog.getByRole('button', { name: 'Confirm result' }).click()
    await dialog.getByText('dora already entered a different result for this group:').waitFor()
    await dialog.getByRole('alert').getByText('amy 1st, ben 2nd').waitFor()
    expect(await findAccessibilityProblemsInBothThemes(second.page, 'replace?')).toEqual([])
    expect(group()!.result).toEqual([entrants.get('amy'), entrants.get('ben')])

    await dialog.getByRole('button', { name: 'Replace result' }).click()
    await dialog.waitFor({ state: 'detached' })
    await first.page.getByText('hanna replaced your entry (amy 1st, ben 2nd).').first().waitFor()
    await second.page.getByText('You replaced dora’s entry (amy 1st, ben 2nd).').first().waitFor()
    expect(await findAccessibilityProblemsInBothThemes(first.page, 'replaced')).toEqual([])
    const player = await open('amy')
    await player.page.getByText('hanna replaced dora’s entry (amy 1st, ben 2nd).').first().waitFor()
    await visitor.waitUntil(() => group()!.result?.[0] === entrants.get('ben'))
    for (const each of [first, second, player]) {
      expect(each.problems).toEqual([])
      await each.page.context().close()
    }
  })

  it('stays as it was first entered if the second keeps it', async () => {
    await enter(dora!, ['amy', 'ben'])
    const { page } = await open('hanna')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Edit result' }).first().click()
    await dialog.getByRole('button', { name: 'Undo amy' }).click()
    await dialog.getByRole('button', { name: /^amy/ }).click()
    await dialog.getByRole('button', { name: 'Confirm result' }).click()
    await dialog.getByRole('button', { name: 'Keep earlier result' }).click()
    await dialog.waitFor({ state: 'detached' })
    await visitor.call('machines.search', { text: '' })
    expect(group()).toMatchObject({ result: [entrants.get('amy'), entrants.get('ben')], state: 'confirmed' })
    expect(group()).not.toHaveProperty('replaced')
    await page.context().close()
  })
})

it('a player who is asked whether the result is correct sees the result, with places and points', async () => {
  await startEvent('two')
  await enter(amy!, ['ben', 'amy'])
  const { page } = await open('ben')
  await page.getByText('Your group’s result was entered. Is it correct?').waitFor()
  const lines = page.getByRole('list', { name: 'Result of your group' }).getByRole('listitem')
  await expect
    .poll(async () => (await lines.allInnerTexts()).map(text => text.replace(/\s+/g, ' ').trim()))
    .toEqual(['1st ben 7 points', '2nd amy 1 point'])
  expect(await findAccessibilityProblemsInBothThemes(page, 'asked')).toEqual([])
  await page.getByRole('button', { name: 'Confirm result' }).first().click()
  await page.getByText('Your result is confirmed.').waitFor()
  await page.context().close()
})

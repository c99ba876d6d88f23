import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedIn } from '../helpers/account-visits.ts'
import { findAccessibilityProblemsInBothThemes, openPage } from '../helpers/browser.ts'
import { aroundNow, type EventSite, openEventSite, type PlayedGroupDoc } from '../helpers/event-site.ts'
import { type Player, signUp } from '../helpers/player.ts'

const NAMES = ['Ada', 'Ben', 'Cy', 'Dee', 'Eve', 'Finn']

let on: EventSite
let player: Player
let eventId: string

beforeAll(async () => {
  on = await openEventSite(['attack from mars', 'medieval madness'])
  player = await signUp(on.site.endpoint, 'paula')
})
afterAll(async () => {
  await player?.disconnect()
  await on?.close()
})

const open = (): PlayedGroupDoc[] => on.open(eventId)

/** Adds a frenzy of six guests and a player. @returns the player's entrant */
async function addFrenzy(): Promise<string> {
  eventId = v7()
  const format = { kind: 'flip-frenzy', groupSize: 2, minutes: 60, order: 'percentage', leastGames: 2 }
  await on.director.call('events.add', {
    _id: eventId,
    name: 'Flip frenzy',
    ...aroundNow(),
    format,
    machineIds: on.machineIds,
    agreement: 'one',
  })
  const guests = NAMES.map(displayName => ({ _id: v7(), displayName }))
  const self = v7()
  const entries = [...guests, { _id: self, userId: player.userId, presence: 'here' }]
  const answer = await on.director.call('events.addPlayers', { eventId, entries })
  await on.visitor.subscribe('events.rounds', { eventId, round: 'latest' })
  return (answer as { entrants: { _id: string; entrantId: string }[] }).entrants.find(({ _id }) => _id === self)!.entrantId
}

/** Plays on by the wire: each time the game that began first ends, won by its first player, until something is so. */
async function playUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    const [game] = open()
    await on.director.call('events.result', { eventId, groupId: game!._id, order: game!.entrantIds })
    await on.visitor.waitUntil(() => open().length === 2 && open().every(({ _id }) => _id !== game!._id))
  }
}

const isPlaying = (id: string): boolean => open().some(({ entrantIds }) => entrantIds.includes(id))

describe.each([390, 1280])('a frenzy at %i px', width => {
  it('is started by one press; a player waits, takes a break, comes back, and enters the result of the own game', async () => {
    const own = await addFrenzy()
    const viewport = { width, height: 844 }
    const desk = await openSignedIn(on.browser, on.site, 'dora', { viewport, path: `/events/${eventId}?show=direct` })
    await desk.page.locator('label', { hasText: 'Games' }).first().click()
    await desk.page.getByRole('button', { name: 'Start the games' }).click()
    const now = desk.page.getByRole('region', { name: 'Now playing' })
    await now.getByText('Game 2', { exact: true }).waitFor()
    await on.visitor.waitUntil(() => open().length === 2)
    expect(await now.getByText(/^Game \d+$/).count()).toBe(2)

    // Two play who are not the player, and then it is the player's turn to wait.
    await playUntil(() => isPlaying(own))
    const group = open().find(({ entrantIds }) => entrantIds.includes(own))!
    const phone = await openSignedIn(on.browser, on.site, 'paula', { viewport, path: `/events/${eventId}?show=rounds` })
    const { page } = phone
    await page.getByText(/^You’re on /).waitFor()
    expect(await findAccessibilityProblemsInBothThemes(page, 'frenzy')).toEqual([])
    await page.setViewportSize(viewport)
    await page.getByRole('button', { name: 'Enter result', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'paula' }).first().click()
    await dialog
      .getByRole('button', { name: /result/ })
      .last()
      .click()
    await dialog.waitFor({ state: 'detached' })
    await on.visitor.waitUntil(() => open().every(({ _id }) => _id !== group._id))
    await page.getByText(/^You’re \d(?:st|nd|rd|th) in the queue, about \d+ minutes?$/).waitFor()
    await page.getByRole('button', { name: 'Take a break' }).click()
    await page.getByText('You’re taking a break.').first().waitFor()
    await playUntil(() => open()[0]!.number > group.number + 6)
    expect(isPlaying(own)).toBe(false)
    await page.getByRole('button', { name: 'I’m back' }).click()
    await page.getByText(/^You’re \d(?:st|nd|rd|th) in the queue/).waitFor()
    await playUntil(() => isPlaying(own))
    await page.getByText(/^You’re on /).waitFor()
    expect([...desk.problems, ...phone.problems]).toEqual([])
    await Promise.all([desk.page.context().close(), page.context().close()])
  })
})

it('an hour of it, compressed by the clock, is on the wall and on a page without scripts', async () => {
  await addFrenzy()
  await on.director.call('events.draw', { _id: v7(), eventId })
  await on.visitor.waitUntil(() => open().length === 2)
  await playUntil(() => open()[0]!.number > 40)
  const { page, problems } = await openPage(on.browser, { viewport: { width: 1920, height: 1080 } })
  await page.goto(`${on.site.url}/events/${eventId}/live`)
  const now = page.getByRole('complementary')
  await now.getByRole('heading', { name: 'Now playing' }).waitFor()
  await now.getByText('Next', { exact: true }).waitFor()
  expect(await now.getByRole('listitem').count()).toBeGreaterThanOrEqual(2)
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)).toBe(true)
  expect(problems).toEqual([])
  await page.context().close()
  const html = await (await fetch(`${on.site.url}/events/${eventId}?show=rounds`)).text()
  for (const name of [...NAMES, 'Now playing', 'Queue', `Game ${open()[0]!.number}`]) expect(html.includes(name), name).toBe(true)
})

import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { StandingsDoc } from '#events/contract/documents.ts'
import { documentsOfEvent } from '../../integration/helpers/event-documents.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { findAccessibilityProblemsInBothThemes, openPage } from '../helpers/browser.ts'
import { aroundNow, type EventSite, openEventSite, type PlayedGroupDoc } from '../helpers/event-site.ts'

const NAMES = Array.from({ length: 24 }, (_, i) => `Player ${String(i + 1).padStart(2, '0')}`)

let on: EventSite

beforeAll(async () => {
  on = await openEventSite(['attack from mars', 'medieval madness', 'funhouse', 'twilight zone', 'the addams family', 'monster bash'])
})
afterAll(() => on?.close())

/** Enters the result of a game: the players in the order of their numbers, so that the better seed wins. */
async function enter(
  eventId: string,
  { _id: groupId, entrantIds, games }: PlayedGroupDoc,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const order = entrantIds.toSorted((a, b) => (names.get(a)! < names.get(b)! ? -1 : 1))
  const game = games === undefined ? {} : { game: games.findIndex(({ state }) => state !== 'confirmed') + 1 }
  await on.director.call('events.result', { eventId, groupId, order, ...game })
}

async function namesOf(eventId: string): Promise<Map<string, string>> {
  await on.visitor.subscribe('events.entrants', { eventId })
  return new Map(
    documentsOfEvent<{ displayName: string }>(on.visitor, 'eventEntrants', eventId).map(({ _id, displayName }) => [_id, displayName]),
  )
}

/** A qualifying of 24 players in one round of six groups of four, which has ended: six have 7 points, six 5, six 3 and six 1. */
async function qualify(): Promise<string> {
  const eventId = v7()
  const format = { kind: 'match-play', grouping: 'random', groupSize: 4, rounds: 1, points: 'ifpa' }
  await on.director.call('events.add', { _id: eventId, name: 'Qualifying night', ...aroundNow(), format, machineIds: on.machineIds })
  await on.director.call('events.addPlayers', { eventId, entries: NAMES.map(displayName => ({ _id: v7(), displayName })) })
  await on.visitor.subscribe('events.rounds', { eventId })
  await on.director.call('events.draw', { _id: v7(), eventId })
  await on.visitor.waitUntil(() => on.groups(eventId).length === 6)
  const names = await namesOf(eventId)
  for (const group of on.groups(eventId)) await enter(eventId, group, names)
  await on.director.call('events.close', { eventId })
  return eventId
}

/** Plays what is up until a game of the bracket has a result. */
async function playUntilPlayed(eventId: string, bracketGame: string): Promise<void> {
  const names = await namesOf(eventId)
  const isPlayed = (): boolean => on.groups(eventId).some(group => group.bracketGame === bracketGame && group.state === 'confirmed')
  while (!isPlayed()) {
    const [group] = on.open(eventId)
    const before = JSON.stringify(group)
    await enter(eventId, group!, names)
    const hasChanged = (): boolean => JSON.stringify(on.groups(eventId).find(({ _id }) => _id === group!._id)) !== before
    await on.visitor.waitUntil(() => hasChanged() && (isPlayed() || on.open(eventId).length > 0))
  }
}

describe.each([390, 1280])('a night at %i px', width => {
  it('has a cut with a tie at the bubble, and a double elimination that begins at once', async () => {
    const eventId = await qualify()
    const viewport = { width, height: 844 }
    const { page, problems } = await openSignedIn(on.browser, on.site, 'dora', { viewport, path: `/events/${eventId}?show=direct` })
    await page.getByRole('button', { name: 'Create finals' }).first().click()
    const dialog = page.getByRole('dialog')
    // Half of 24 would be twelve: the next smaller field without byes is proposed.
    await dialog.getByRole('textbox', { name: 'How many go on' }).waitFor()
    expect(await dialog.getByRole('textbox', { name: 'How many go on' }).inputValue()).toBe('8')
    await dialog.getByText(/are tied at the line$/).waitFor()
    expect(await findAccessibilityProblemsInBothThemes(page, 'create finals')).toEqual([])
    await page.setViewportSize(viewport)
    await dialog.locator('label', { hasText: 'Lots decide' }).click()
    await dialog.getByRole('combobox', { name: 'Format' }).selectOption({ label: 'Bracket' })
    await dialog.locator('label', { hasText: 'Two losses (double elimination)' }).click()
    const before = await page.title()
    await dialog.getByRole('button', { name: 'Create finals' }).click()
    await page.waitForURL(url => !url.pathname.includes(eventId))
    // The address changes first, and the page before has a choice of that name too.
    await vi.waitFor(async () => expect(await page.title()).not.toBe(before), { timeout: 20_000 })
    const finalsId = new URL(page.url()).pathname.split('/')[2]!
    await page.locator('label', { hasText: 'Rounds' }).first().click()
    await page.getByText('8 players').first().waitFor()
    await page.getByRole('button', { name: 'Start the games' }).click()
    await on.visitor.subscribe('events.rounds', { eventId: finalsId })
    await on.visitor.waitUntil(() => on.groups(finalsId).length === 4)
    // The better seed wins each game, so the winner of the winners' bracket needs no second set.
    await playUntilPlayed(finalsId, 'final')
    await on.visitor.subscribe('events.standings', { eventId: finalsId })
    const [first] = documentsOfEvent<StandingsDoc>(on.visitor, 'standings', finalsId).filter(({ rank }) => rank === 1)
    await page.goto(`${on.site.url}/events/${finalsId}`)
    await page.getByRole('navigation', { name: 'Stages' }).getByRole('link', { name: 'Qualifying night' }).waitFor()
    expect(first!.displayName).toMatch(/^Player \d\d$/)
    expect(problems).toEqual([])
    await page.context().close()
  })
})

it('a PAPA final of sixteen is on the wall, and the page of the qualifying shows the way to it', async () => {
  const eventId = await qualify()
  const finalsId = v7()
  const format = { kind: 'group-bracket', games: 3, points: 'papa' }
  await on.director.call('events.addFinals', { _id: finalsId, eventId, name: 'PAPA final', format, count: 16, ties: 'lot' })
  await on.visitor.subscribe('events.rounds', { eventId: finalsId })
  await on.director.call('events.draw', { _id: v7(), eventId: finalsId })
  await on.visitor.waitUntil(() => on.groups(finalsId).length === 4)
  const { page, problems } = await openPage(on.browser, { viewport: { width: 1920, height: 1080 } })
  await page.goto(`${on.site.url}/events/${finalsId}/live`)
  await page.getByRole('heading', { name: 'Now playing' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)).toBe(true)
  await playUntilPlayed(finalsId, 'g3-1')
  await page.goto(`${on.site.url}/events/${eventId}`)
  await page.getByRole('navigation', { name: 'Stages' }).getByRole('link', { name: 'PAPA final' }).click()
  await page.getByRole('heading', { level: 1, name: 'PAPA final' }).waitFor()
  expect(problems).toEqual([])
  await page.context().close()
})

import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventFormat } from '#events/formats/registry.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { findAccessibilityProblemsInBothThemes, openPage } from '../helpers/browser.ts'
import { aroundNow, type EventSite, openEventSite, type PlayedGroupDoc } from '../helpers/event-site.ts'

const NAMES = ['Ada', 'Ben', 'Cy', 'Dee', 'Eve', 'Finn', 'Gus', 'Hana']
const DOUBLE: EventFormat = { kind: 'bracket', elimination: 'double', bestOf: 1, third: false, choice: 'drawn' }

let on: EventSite

beforeAll(async () => {
  on = await openEventSite(['attack from mars', 'medieval madness', 'funhouse', 'twilight zone'])
})
afterAll(() => on?.close())

/** An event whose guests are seeded in the order of their names. */
async function begin(format: EventFormat, names: readonly string[]): Promise<{ eventId: string; players: Map<string, string> }> {
  const eventId = v7()
  await on.director.call('events.add', {
    _id: eventId,
    name: 'Finals',
    ...aroundNow(),
    format,
    machineIds: on.machineIds,
    seeding: 'manual',
  })
  const entries = names.map(displayName => ({ _id: v7(), displayName }))
  await on.director.call('events.addPlayers', { eventId, entries })
  await on.director.call('events.setSeeds', { eventId, seeds: entries.map(({ _id }, i) => ({ entrantId: _id, seed: i + 1 })) })
  await on.visitor.subscribe('events.rounds', { eventId })
  return { eventId, players: new Map(entries.map(({ _id, displayName }) => [displayName, _id])) }
}

/** Plays what is up until a game of the bracket is: in each game the player wins who comes first in the list. */
async function playUntil(eventId: string, byStrength: readonly string[], bracketGame: string): Promise<void> {
  const isUp = (): boolean => on.groups(eventId).some(group => group.bracketGame === bracketGame)
  const open = (): PlayedGroupDoc[] => on.open(eventId)
  while (!isUp()) {
    const playing = open()
    for (const { _id, entrantIds } of playing) {
      const order = entrantIds.toSorted((a, b) => byStrength.indexOf(a) - byStrength.indexOf(b))
      await on.director.call('events.result', { eventId, groupId: _id, order })
    }
    const played = new Set(playing.map(({ _id }) => _id))
    await on.visitor.waitUntil(() => isUp() || (open().length > 0 && open().every(({ _id }) => !played.has(_id))))
  }
}

describe.each([390, 1280])('at %i px', width => {
  it('a director starts a double elimination, enters a result, corrects it with what hangs on it, and undoes that', async () => {
    const { eventId, players } = await begin(DOUBLE, NAMES)
    const viewport = { width, height: 844 }
    const { page, problems } = await openSignedIn(on.browser, on.site, 'dora', { viewport, path: `/events/${eventId}?show=direct` })
    await page.locator('label', { hasText: 'Rounds' }).first().click()
    await page.getByRole('button', { name: 'Start the games' }).click()
    await page.getByRole('heading', { name: 'Round 1', exact: true }).waitFor()
    await on.visitor.waitUntil(() => on.groups(eventId).length === 4)
    await page.getByRole('button', { name: 'Enter result of group 1' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Ada' }).first().click()
    await dialog.getByRole('button', { name: 'Confirm result' }).click()
    await dialog.waitFor({ state: 'detached' })
    const inOrder = NAMES.map(name => players.get(name)!)
    await playUntil(eventId, inOrder, 'w3-1')

    await page.goto(`${on.site.url}/events/${eventId}`)
    const drawing = page.getByRole('region', { name: 'Bracket', exact: true })
    await drawing
      .getByRole('button', { name: /^Final of the winners|Round 3/ })
      .first()
      .waitFor()
    expect(await findAccessibilityProblemsInBothThemes(page, 'bracket')).toEqual([])
    await page.setViewportSize(viewport)
    // The drawing scrolls by itself, and the page does not.
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await drawing.getByRole('button', { name: /^Round 1, game 1/ }).click()
    await page.getByRole('region', { name: 'Round 1, game 1' }).getByRole('button', { name: 'Edit result' }).click()
    await dialog.getByRole('button', { name: 'Undo Ada' }).click()
    await dialog.getByRole('button', { name: 'Confirm result' }).click()
    await dialog.getByText(/would not count any more/).waitFor()
    await dialog.getByRole('button', { name: 'Correct it anyway' }).click()
    await dialog.waitFor({ state: 'detached' })
    await on.visitor.waitUntil(() => on.groups(eventId).every(({ bracketGame }) => bracketGame !== 'w3-1'))

    await page.goto(`${on.site.url}/events/${eventId}?show=players`)
    await page
      .getByRole('button', { name: /^Undo: Round 1, / })
      .first()
      .click()
    await on.visitor.waitUntil(() => on.groups(eventId).some(({ bracketGame }) => bracketGame === 'w3-1'))

    // Ben, who is in the final of the winners, goes home.
    await page.goto(`${on.site.url}/events/${eventId}?show=direct`)
    await page.locator('label', { hasText: 'Players' }).first().click()
    await page.getByRole('button', { name: 'More options for Ben' }).click()
    await dialog.locator('label', { hasText: 'Left' }).click()
    await on.visitor.waitUntil(() => on.groups(eventId).every(({ bracketGame }) => bracketGame !== 'w3-1'))
    expect(await findAccessibilityProblemsInBothThemes(page, 'presence')).toEqual([])
    await page.setViewportSize(viewport)
    expect(problems).toEqual([])
    await page.context().close()
  })
})

describe('on the wall', () => {
  it('shows the bracket in pages and what is being played, without scripts the whole drawing is on the page', async () => {
    const names = [...NAMES, ...NAMES.map(name => `${name} II`)]
    const { eventId, players } = await begin(DOUBLE, names)
    await on.director.call('events.draw', { _id: v7(), eventId })
    await on.visitor.waitUntil(() => on.groups(eventId).length === 8)
    const inOrder = names.map(name => players.get(name)!)
    await playUntil(eventId, inOrder, 'l2-1')
    const { page, problems } = await openPage(on.browser, { viewport: { width: 1920, height: 1080 } })
    await page.goto(`${on.site.url}/events/${eventId}/live`)
    const bracket = page.getByRole('region', { name: 'Bracket', exact: true })
    await bracket.getByText('Ada', { exact: true }).first().waitFor()
    // The first round has as many games as fit; the others are on the next page.
    const games = bracket.getByRole('listitem')
    for (const game of await games.all()) {
      const box = (await game.boundingBox())!
      expect([box.y + box.height <= 1080, box.x + box.width <= 1920]).toEqual([true, true])
    }
    expect(problems).toEqual([])
    await page.context().close()
    const html = await (await fetch(`${on.site.url}/events/${eventId}`)).text()
    for (const name of [...names, 'Final', 'Second set of the final']) expect(html).toContain(name)
  })
})

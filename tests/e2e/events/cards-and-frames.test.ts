import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventFormat } from '#events/formats/registry.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { findAccessibilityProblemsInBothThemes } from '../helpers/browser.ts'
import { aroundNow, type EventSite, openEventSite } from '../helpers/event-site.ts'

let on: EventSite

beforeAll(async () => {
  on = await openEventSite(['attack from mars', 'medieval madness', 'funhouse'])
})
afterAll(() => on?.close())

async function begin(format: EventFormat, names: readonly string[]): Promise<{ eventId: string; ids: string[] }> {
  const eventId = v7()
  const seeding = format.kind === 'golf-bracket' ? { seeding: 'manual' } : {}
  await on.director.call('events.add', { _id: eventId, name: 'League', ...aroundNow(), format, machineIds: on.machineIds, ...seeding })
  const entries = names.map(displayName => ({ _id: v7(), displayName }))
  await on.director.call('events.addPlayers', { eventId, entries })
  return { eventId, ids: entries.map(({ _id }) => _id) }
}

describe.each([390, 1280])('at %i px', width => {
  const viewport = { width, height: 844 }

  it('a director makes an event of bowling, whose row shows the frames', async () => {
    const { page, problems } = await openSignedIn(on.browser, on.site, 'dora', { viewport, path: '/events/new' })
    await page.getByLabel('Name', { exact: true }).fill('Bowling night')
    await page.locator('label', { hasText: 'Bowling' }).first().click()
    await page.getByLabel('A spare, in percent of the target').waitFor()
    expect(await findAccessibilityProblemsInBothThemes(page, 'form')).toEqual([])
    expect(problems).toEqual([])
    await page.context().close()

    const targets = Object.fromEntries(on.machineIds.map(id => [id, 1000]))
    const { eventId, ids } = await begin({ kind: 'bowling', targets, spareAt: 50 }, ['Grace', 'Hugo'])
    for (const [i, value] of [1000, 700, 300].entries())
      await on.director.call('events.enter', { _id: v7(), eventId, entrantId: ids[0]!, machineId: on.machineIds[i]!, value })
    const reader = await openSignedIn(on.browser, on.site, 'dora', { viewport, path: `/events/${eventId}` })
    const row = reader.page.getByRole('region', { name: 'Standings', exact: true }).locator('li[data-row]', { hasText: 'Grace' })
    await row.locator('summary', { hasText: '36' }).click()
    await row.getByText('X / 3 = 36.').waitFor()
    await row.getByText(/1st, strike/).waitFor()
    await row.getByText(/1st, spare/).waitFor()
    expect(await findAccessibilityProblemsInBothThemes(reader.page, 'bowling')).toEqual([])
    expect(reader.problems).toEqual([])
    await reader.page.context().close()
  })

  it('a player on cards sees which game of which card comes next, and the best card in the standings', async () => {
    const format: EventFormat = { kind: 'card-best-game', points: 'papa', gamesPerCard: 2, cardsPerPlayer: 3 }
    const { eventId } = await begin(format, ['Hugo'])
    await on.director.call('events.join', { eventId })
    const { page, problems } = await openSignedIn(on.browser, on.site, 'dora', { viewport, path: `/events/${eventId}?show=machines` })
    await page.getByText('Begins card 1').first().waitFor()
    await on.director.call('scores.submit', { _id: v7(), machineId: on.machineIds[0]!, value: 5000, eventId })
    await page.getByText('Begins card 2').first().waitFor()
    await page.getByText('Game 2 of card 1').first().waitFor()
    await page.goto(`${on.site.url}/events/${eventId}`)
    const row = page.getByRole('region', { name: 'Standings', exact: true }).locator('li[data-row]', { hasText: 'dora' })
    await row.locator('summary', { hasText: '100' }).click()
    await row.getByText('100 = 100, on the best card.').waitFor()
    expect(await findAccessibilityProblemsInBothThemes(page, 'cards')).toEqual([])
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('a director enters the strokes of a group, from which the places follow', async () => {
    const targets = { [on.machineIds[0]!]: 30_000_000 }
    const { eventId } = await begin({ kind: 'golf-bracket', holes: 1, targets }, ['Ada', 'Ben', 'Cy', 'Dee'])
    await on.visitor.subscribe('events.rounds', { eventId })
    await on.director.call('events.draw', { _id: v7(), eventId })
    await on.visitor.waitUntil(() => on.groups(eventId).length === 1)
    const { page, problems } = await openSignedIn(on.browser, on.site, 'dora', { viewport, path: `/events/${eventId}?show=direct` })
    await page.locator('label', { hasText: 'Rounds' }).first().click()
    await page
      .getByRole('button', { name: /^Enter result of/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Enter each player’s strokes on this hole.').waitFor()
    await dialog.getByRole('button', { name: 'Confirm result' }).click()
    await dialog.getByText('Enter each player’s strokes.', { exact: true }).waitFor()
    for (const [name, strokes] of [
      ['Ada', '12'],
      ['Ben', '2'],
      ['Cy', '4'],
      ['Dee', '1'],
    ] as const)
      await dialog.getByLabel(new RegExp(`^${name}`)).fill(strokes)
    await dialog.getByRole('button', { name: 'Confirm result' }).click()
    await dialog.getByText('Strokes are numbers from 1 to 10.').waitFor()
    await dialog.getByLabel(/^Ada/).fill('3')
    expect(await findAccessibilityProblemsInBothThemes(page, 'strokes')).toEqual([])
    await page.setViewportSize(viewport)
    await dialog.getByRole('button', { name: 'Confirm result' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('1 stroke', { exact: true }).first().waitFor()
    await page.goto(`${on.site.url}/events/${eventId}?show=standings`)
    const first = page.getByRole('region', { name: 'Standings', exact: true }).locator('li[data-row]').first()
    await first.getByText('Dee').waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })
})

import type { Browser, Locator, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as m from '#messages'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, openBrowser } from '../helpers/browser.ts'
import { PASSWORD, type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
/** more than a page of these tests has stops */
const MAX_STOPS = 120

let site: Site
let browser: Browser
let director: Player
let rivalScoreId: string
let eventId: string
/** An event whose first round is not drawn yet. */
let eveningId: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'dora')
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  await (await signUp(site.endpoint, 'kay')).disconnect()
  const machineId = await director.findMachine('medieval madness')
  rivalScoreId = (await director.submit(machineId, 30_000_000)).scoreId
  eventId = v7()
  eveningId = v7()
  const times = { startsAt: new Date(Date.now() - HOUR), endsAt: new Date(Date.now() + HOUR), timeZone: 'Europe/Berlin' }
  const format = { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 2, points: 'ifpa' }
  for (const [_id, name] of [
    [eventId, 'Friday flippers'],
    [eveningId, 'Saturday silverballs'],
  ] as const) {
    await director.call('events.add', { _id, name, ...times, format, machineIds: [machineId] })
    const entries = ['Ann', 'Bob', 'Cleo', 'Dan'].map(displayName => ({ _id: v7(), displayName }))
    await director.call('events.addPlayers', { eventId: _id, entries })
  }
  await director.call('events.presence', { eventId, all: true, presence: 'here' })
  await director.call('events.draw', { _id: v7(), eventId })
})

afterAll(async () => {
  await director?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

/** A page that is used with the keyboard alone. */
class Keys {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Moves the focus to an element with the Tab key. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor()
    for (let stops = 0; stops < MAX_STOPS; stops++) {
      if (await target.evaluate(element => element === document.activeElement)) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`The Tab key never reached ${target}`)
  }

  /** Moves the focus to a button or a link, and presses it. */
  async press(target: Locator): Promise<void> {
    await this.tabTo(target)
    await this.page.keyboard.press('Enter')
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.tabTo(target)
    await this.page.keyboard.type(text)
  }

  /** Types letters into a combobox, and takes the first option with the arrow keys. */
  async pick(target: Locator, letters: string, option: RegExp): Promise<void> {
    await this.type(target, letters)
    await this.page.getByRole('option', { name: option }).first().waitFor()
    await this.page.keyboard.press('ArrowDown')
    await this.page.keyboard.press('Enter')
  }

  button(name: string, inside: Page | Locator = this.page): Locator {
    return inside.getByRole('button', { name, exact: true })
  }
}

const submitOf = (scope: Page | Locator): Locator => scope.locator('form button[type=submit]').last()

describe('a player without a mouse', () => {
  it('adds a score, disputes another, comments, makes a group, joins an event, and deletes the account', async () => {
    const { page, problems } = await openSignedIn(browser, site, 'kay', { path: '/submit' })
    const keys = new Keys(page)
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')

    await keys.pick(page.getByRole('combobox', { name: m.ui_machine(), exact: true }), 'medi', /Medieval Madness/)
    await keys.type(main.locator('[name="score"]'), '25000000')
    await keys.press(submitOf(main))
    await main.locator('a[href^="/scores/"]').first().waitFor()

    await page.goto(`${site.url}/scores/${rivalScoreId}`)
    await keys.press(keys.button(m.scores_dispute()))
    await keys.type(dialog.locator('textarea, input').first(), 'The glass was off')
    await keys.press(submitOf(dialog))
    await main.getByText('The glass was off').first().waitFor()
    // What was disputed is shown as soon as the score has changed, which may be before the dialog has closed.
    await dialog.waitFor({ state: 'detached' })
    await keys.type(main.locator('textarea').last(), 'Well played all the same')
    await keys.press(submitOf(main))
    await main.getByRole('listitem').getByText('Well played all the same').waitFor()

    await page.goto(`${site.url}/groups/new`)
    await keys.type(page.getByLabel(m.ui_name(), { exact: true }), 'Basement league')
    await keys.press(submitOf(main))
    await page.getByRole('heading', { level: 1, name: 'Basement league' }).waitFor()

    await page.goto(`${site.url}/events/${eventId}`)
    await keys.press(keys.button(m.events_join()))
    await keys.button(m.events_leave()).waitFor()

    await page.goto(`${site.url}/account/delete`)
    await keys.type(page.getByLabel(m.accounts_password_own(), { exact: true }), PASSWORD)
    await keys.press(submitOf(main))
    await keys.press(main.getByRole('button').filter({ hasText: m.accounts_delete_yes() }))
    await page.waitForFunction(() => Object.keys(localStorage).every(key => !key.startsWith('Meteor.loginToken')))
    expect(problems).toEqual([])
    await page.context().close()
  })
})

describe('a director without a mouse', () => {
  it('makes an event, enters a result, voids it, and undoes that', async () => {
    const { page, problems } = await openSignedIn(browser, site, 'dora', { path: '/events/new' })
    const keys = new Keys(page)
    const dialog = page.getByRole('dialog')
    await keys.type(page.getByLabel(m.ui_name(), { exact: true }), 'Thursday pins')
    await keys.pick(page.getByRole('combobox', { name: m.ui_add_machine() }), 'medi', /Medieval Madness/)
    await keys.press(submitOf(page.getByRole('main')))
    await page.waitForURL(/show=direct$/)

    await page.goto(`${site.url}/events/${eventId}?show=direct`)
    // A round runs, so its groups are what is shown first.
    await keys.press(keys.button(m.events_group_enter_of({ n: '1' })))
    const players = dialog.locator('button[aria-pressed]')
    for (let place = 0; place < 3; place++) await keys.press(players.and(page.locator('[aria-pressed=false]')).first())
    await keys.press(keys.button(m.events_result_confirm(), dialog))
    await dialog.waitFor({ state: 'detached' })

    await keys.press(keys.button(m.events_void_game_of({ n: '1' })))
    await keys.press(submitOf(dialog))
    await dialog.waitFor({ state: 'detached' })
    await keys.press(keys.button(m.events_void_game_undo_of({ n: '1' })))
    await keys.button(m.events_group_correct_of({ n: '1' })).waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })
  it('takes a player out of a running round, holds a round back until it is shown, and notes who has paid', async () => {
    const path = `/events/${eveningId}?show=direct`
    const { page, problems } = await openSignedIn(browser, site, 'dora', { path })
    const keys = new Keys(page)
    const dialog = page.getByRole('dialog')
    const part = (name: string): Locator => page.getByRole('radio', { name })
    await keys.tabTo(part(m.ui_players()))
    await page.keyboard.press('ArrowRight')
    await keys.press(keys.button(m.events_draw_later()))
    await keys.tabTo(dialog.getByRole('checkbox', { name: m.events_draw_held() }))
    await page.keyboard.press('Space')
    await keys.press(submitOf(dialog))
    await dialog.waitFor({ state: 'detached' })
    await keys.press(keys.button(m.events_held_show()))
    await page.getByText(m.events_held_words()).waitFor({ state: 'detached' })

    await keys.press(keys.button(m.events_arrange()))
    await keys.tabTo(dialog.getByLabel(m.events_arrange_where()))
    await page.keyboard.type(m.events_arrange_out().slice(0, 5))
    await expect
      .poll(() => dialog.getByLabel(m.events_arrange_where()).locator('option:checked').textContent())
      .toBe(m.events_arrange_out())
    await keys.press(submitOf(dialog))
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByRole('status')
      .getByText(/^Moved /)
      .waitFor()

    await keys.tabTo(part(m.ui_rounds()))
    for (const _ of ['machines', 'event']) await page.keyboard.press('ArrowRight')
    await keys.press(keys.button(m.events_fees()))
    await keys.type(dialog.getByLabel(m.events_fees_amount()), '5')
    await keys.type(dialog.getByLabel(m.events_fees_currency()), 'EUR')
    await keys.press(submitOf(dialog))
    await keys.tabTo(dialog.getByRole('checkbox', { name: 'Ann' }))
    await page.keyboard.press('Space')
    await dialog.getByText('1 of 4 have paid: 5 EUR of 20 EUR').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await page.goto(`${site.url}/events/${eveningId}/print`)
    await keys.press(page.getByRole('link', { name: m.events_print_sheets() }))
    await page.getByRole('region', { name: m.events_print_sheets() }).waitFor()
    await keys.tabTo(keys.button(m.events_print()))
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('keeps the people of a group on a list', async () => {
    const groupId = v7()
    await director.call('groups.add', { _id: groupId, name: 'Thursday club', visibility: 'public' })
    const { page, problems } = await openSignedIn(browser, site, 'dora', { path: `/groups/${groupId}` })
    const keys = new Keys(page)
    const dialog = page.getByRole('dialog')
    await keys.press(keys.button(m.groups_people_add()))
    await keys.type(dialog.locator('textarea'), 'Zita')
    await keys.press(keys.button('Add 1 player', dialog))
    await dialog.waitFor({ state: 'detached' })
    await keys.press(keys.button(m.groups_people_edit({ name: 'Zita' })))
    await keys.type(dialog.getByLabel(m.groups_people_note()), 'Comes late')
    await keys.press(submitOf(dialog))
    await page.getByRole('list', { name: m.groups_people() }).getByText('Comes late').waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })
})

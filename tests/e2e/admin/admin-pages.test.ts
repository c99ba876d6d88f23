import type { Browser } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedIn } from '../helpers/account-visits.ts'
import {
  closeBrowser,
  findAccessibilityProblems,
  findAccessibilityProblemsInBothThemes,
  findOverflowingWidths,
  type ObservedPage,
  openBrowser,
  openPage,
  waitUntilLive,
} from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let site: Site
let browser: Browser
let ann: Player

const PAGES = [
  '/admin',
  '/admin/machines/new',
  '/admin/machines/edit',
  '/admin/settings',
  '/admin/backups',
  '/admin/setup',
  '/admin/cache',
  '/admin/jobs',
  '/admin/keys',
  '/admin/users',
  '/admin/invitations',
  '/admin/names',
  '/admin/scores',
  '/admin/reports',
  '/admin/log',
]

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  ann = await signUp(site.endpoint, 'ann')
  for (const [name, role] of [
    ['boss', 'admin'],
    ['mod', 'moderator'],
    ['editor', 'machine-editor'],
  ] as const) {
    await (await signUp(site.endpoint, name)).disconnect()
    await site.admin('roles', '--add', role, '--username', name)
  }
  await ann.submit(await ann.findMachine('attack from mars'), 3_000_000)
})
afterAll(async () => {
  await ann?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

const without404 = (problems: string[]): string[] => problems.filter(line => !line.includes('status of 404'))
const tabs = ({ page }: ObservedPage): Promise<string[]> =>
  page.getByRole('navigation', { name: 'Administration' }).getByRole('link').allTextContents()

describe('the administration', () => {
  it('is not there for visitors and players, at none of its addresses', async () => {
    for (const path of PAGES) expect((await fetch(site.url + path)).status, path).toBe(404)
    const player = await openSignedIn(browser, site, 'ann')
    expect(await player.page.getByRole('link', { name: 'Open administration' }).count()).toBe(0)
    for (const path of PAGES) {
      expect((await player.page.goto(site.url + path))?.status(), path).toBe(404)
      await waitUntilLive(player)
      await player.page.getByRole('heading', { name: 'Tilt. There’s nothing here.' }).waitFor()
      await expect.poll(() => player.page.title()).toBe('Page not found · Skillshot')
    }
    expect(without404(player.problems)).toEqual([])
    await player.page.context().close()
  })

  it('shows everybody the tabs that their roles open, and nothing else', async () => {
    for (const [name, path, seen, closed] of [
      [
        'boss',
        '/admin/log',
        [
          'Add machine',
          'Edit machine',
          'Add event',
          'Settings',
          'Backups',
          'First steps',
          'Caches',
          'Failed jobs',
          'API keys',
          'Users',
          'Invitations',
          'Blocked names',
          'Score review',
          'Reports',
          'Log',
        ],
        null,
      ],
      ['editor', '/admin/machines/new', ['Add machine', 'Edit machine'], '/admin/reports'],
      ['mod', '/admin/reports', ['Score review', 'Reports'], '/admin/machines/edit'],
    ] as const) {
      const observed = await openSignedIn(browser, site, name, { path })
      await observed.page.getByRole('navigation', { name: 'Administration' }).waitFor()
      expect(await tabs(observed), name).toEqual(seen)
      for (const other of closed === null ? [] : [closed, '/admin/users', '/admin/cache', '/admin/log']) {
        await observed.page.goto(site.url + other)
        await waitUntilLive(observed)
        await observed.page.getByRole('heading', { name: 'Tilt. There’s nothing here.' }).waitFor()
      }
      await observed.page.goto(`${site.url}/account`)
      await waitUntilLive(observed)
      // By keyboard, since what comes with the live data moves the link.
      await observed.page.getByRole('link', { name: 'Open administration' }).press('Enter')
      await observed.page.getByRole('heading', { level: 1, name: 'Administration' }).waitFor()
      const dashboard = observed.page.getByRole('main')
      const tools = dashboard.getByRole('region', { name: 'Tools' })
      await expect.poll(() => tools.getByRole('heading', { level: 3 }).getByRole('link').allTextContents()).toEqual(seen)
      if (name === 'boss') await dashboard.getByRole('region', { name: 'Health' }).getByText('Embedded Postgres').waitFor()
      else expect(await dashboard.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Tools'])
      expect(without404(observed.problems)).toEqual([])
      await observed.page.context().close()
    }
  })

  it('lets an administrator manage machines, roles, enrolments, deletions and caches, and logs each action', async () => {
    const log = await openSignedIn(browser, site, 'boss', { path: '/admin/log' })
    const entry = (words: string | RegExp) => log.page.getByRole('listitem').filter({ hasText: words })
    await entry('Changed roles').first().waitFor()
    const { page, problems } = await openSignedIn(browser, site, 'boss', { path: '/admin/machines/new' })

    await page.getByRole('button', { name: 'Add machine' }).click()
    await page.getByText('Fill in this field.').first().waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
    await page.getByLabel('Name', { exact: true }).fill('Barracuda')
    await page.getByLabel('Manufacturer').fill('Wombat')
    await page.getByLabel('Year (optional)').fill('1892')
    await page.getByRole('button', { name: 'Add machine' }).click()
    await page.getByText('Enter a whole number from 1930 to 2100.').waitFor()
    await page.getByLabel('Year (optional)').fill('1992')
    await page.getByLabel('Display').selectOption({ label: 'Dot matrix' })
    await page.getByRole('button', { name: 'Add machine' }).click()
    await page.getByText('Barracuda was added to the catalogue.').waitFor()
    await page.getByRole('group', { name: 'Backglass' }).waitFor()
    await entry('Added a machine').filter({ hasText: 'Barracuda' }).filter({ hasText: 'by boss' }).waitFor()

    await page.getByRole('link', { name: 'Edit machine' }).click()
    await page.getByRole('combobox', { name: 'Which machine?' }).fill('barrac')
    await page.getByRole('option', { name: /Barracuda/ }).click()
    await page.getByRole('heading', { level: 2, name: 'Barracuda' }).waitFor()
    expect(await page.getByLabel('Year (optional)').inputValue()).toBe('1992')
    await page.getByLabel('Name', { exact: true }).fill('Barracuda II')
    await page.getByLabel('Year (optional)').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('heading', { level: 2, name: 'Barracuda II' }).waitFor()
    await entry('Edited a machine').filter({ hasText: 'name: Barracuda → Barracuda II · year: 1992 → nothing' }).waitFor()
    await page.getByRole('button', { name: 'Retire machine' }).click()
    await page.getByRole('button', { name: 'Retire machine' }).last().click()
    await page.getByRole('heading', { level: 2, name: 'Retired' }).waitFor()
    await page.getByRole('button', { name: 'Restore machine' }).click()
    await page.getByRole('button', { name: 'Restore machine' }).last().click()
    await page.getByRole('heading', { level: 2, name: 'Retire machine', exact: true }).waitFor()

    await page.getByRole('link', { name: 'Users' }).click()
    await page.getByLabel('Find a user').fill('AN')
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await page.waitForURL(`${site.url}/admin/users?q=AN`)
    await page.getByRole('listitem').filter({ hasText: 'ann' }).getByText('1 score').waitFor()
    await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1)
    await page.getByRole('button', { name: 'Roles of ann' }).click()
    await page.getByRole('checkbox', { name: /^Moderator/ }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('listitem').filter({ hasText: 'ann' }).getByText('Moderator', { exact: true }).waitFor()
    await entry('Roles now: Moderator').filter({ hasText: 'ann' }).waitFor()

    await page.getByRole('button', { name: 'Add user' }).click()
    await page.getByLabel('User name').fill('ANN')
    await page.getByLabel('Email').fill('keith@example.com')
    await page.getByRole('button', { name: 'Send invitation email' }).click()
    await page.getByText('That user name is taken.').waitFor()
    await page.getByLabel('User name').fill('keith')
    await page.getByRole('button', { name: 'Send invitation email' }).click()
    await page.getByText('this site can’t send email. Send the link yourself').waitFor()
    await page.keyboard.press('Escape')
    await entry('Added a user').filter({ hasText: 'keith' }).waitFor()

    await page.getByRole('button', { name: 'Delete ann' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('What should happen to their score?').waitFor()
    await dialog.getByRole('radio', { name: /^Delete/ }).check()
    await dialog.getByRole('button', { name: 'Delete user' }).click()
    await dialog.getByText('Type ann to confirm.').waitFor()
    await dialog.getByLabel('Type “ann” to confirm').fill('ann')
    await dialog.getByRole('button', { name: 'Delete user' }).click()
    await page.getByRole('heading', { name: 'No results for “AN”.' }).waitFor()
    await entry('Deleted a user').filter({ hasText: 'Scores: deleted' }).getByText('a former user').waitFor()
    expect(await log.page.getByRole('main').getByText('ann', { exact: true }).count()).toBe(0)
    expect((await fetch(`${site.url}/players/ann`)).status).toBe(404)

    await page.getByRole('link', { name: 'Caches' }).click()
    await page.getByRole('row', { name: /^Pages/ }).waitFor()
    await page.getByRole('button', { name: 'Clear Pages' }).click()
    await page.getByText(/^Pages: cleared \d+ entr/).waitFor()
    await page.getByRole('button', { name: 'Clear all caches' }).click()
    await page.getByText(/^All caches: cleared \d+ entr/).waitFor()
    await entry('Cleared a cache').filter({ hasText: 'All caches' }).waitFor()

    await log.page.getByLabel('Action').selectOption({ label: 'Added a machine' })
    await log.page.waitForURL(`${site.url}/admin/log?action=machines.add`)
    await entry('Changed roles').first().waitFor({ state: 'detached' })
    await log.page.getByRole('combobox', { name: 'Person' }).fill('keit')
    await log.page.getByRole('option', { name: 'keith' }).click()
    await log.page.getByRole('heading', { name: 'No matching entries.' }).waitFor()
    await log.page.getByLabel('Action').selectOption({ label: 'Any action' })
    await entry('Added a user').waitFor()
    await expect.poll(() => log.page.getByRole('main').getByRole('listitem').count()).toBe(1)
    await log.page.getByRole('link', { name: 'Show everyone' }).click()
    await entry('Added a machine').waitFor()
    for (const each of [problems, log.problems]) expect(without404(each)).toEqual([])
    for (const each of [page, log.page]) await each.context().close()
  })

  it('lets a moderator work through the queue with the keyboard, and shows each decision to everybody at once', async () => {
    const [cal, dee] = [await signUp(site.endpoint, 'cal'), await signUp(site.endpoint, 'dee')]
    const machineId = await cal.findMachine('twilight zone')
    const { scoreId: low } = await cal.submit(machineId, 30_000_000)
    const { scoreId: high } = await dee.submit(machineId, 400_000_000)
    await cal.call('scores.flag', { scoreId: high, reason: 'An extra zero?' })
    await dee.call('scores.flag', { scoreId: low, reason: 'Too low' })
    const visitor = await openPage(browser)
    await visitor.page.goto(`${site.url}/scores/${high}`)
    await waitUntilLive(visitor)
    const { page, problems } = await openSignedIn(browser, site, 'mod', { path: '/admin/scores' })
    const cards = page.getByRole('feed').getByRole('article')
    const card = (value: string) => cards.filter({ has: page.getByRole('heading', { name: value }) })
    const hasFocus = (value: string) => expect.poll(() => card(value).evaluate(each => each === document.activeElement)).toBe(true)
    await card('400,000,000').getByText('13 times the best of all other players. An extra zero?').waitFor()
    await card('400,000,000').getByText('An extra zero?', { exact: true }).waitFor()

    await page.keyboard.press('v')
    await card('30,000,000').focus()
    await page.keyboard.press('j')
    await hasFocus('400,000,000')
    await page.keyboard.press('k')
    await hasFocus('30,000,000')
    await page.keyboard.press('j')
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog', { name: 'Reject 400,000,000?' })
    await dialog.getByLabel('Reason').fill('')
    await dialog.getByLabel('Reason').pressSequentially('very sorry, just a zero')
    await dee.call('scores.edit', { scoreId: high, comment: 'It was so.' })
    await dialog.getByRole('button', { name: 'Reject score' }).click()
    await dialog.getByText('This score changed while you were reviewing it. Check it again before you decide.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    // The card has the focus again just before the page has taken the dialog away; until then no other opens.
    await page.locator('dialog', { hasText: 'Reject 400,000,000?' }).waitFor({ state: 'detached' })
    await card('400,000,000').getByText('It was so.').waitFor()
    await hasFocus('400,000,000')
    await page.keyboard.press('r')
    await dialog.getByLabel('Reason').fill('A zero too many')
    await dialog.getByRole('button', { name: 'Reject score' }).click()
    await page.getByText('Rejected: 400,000,000 on Twilight Zone.').waitFor()
    await visitor.page.getByText('This score was rejected by a moderator').waitFor()
    await hasFocus('30,000,000')
    await visitor.page.goto(`${site.url}/scores/${low}`)
    await visitor.page.getByText('This score is disputed').waitFor()
    await waitUntilLive(visitor)
    await page.keyboard.press('v')
    await page.getByText('Verified: 30,000,000 on Twilight Zone.').waitFor()
    await visitor.page.getByText('Verified', { exact: true }).waitFor()
    await card('30,000,000').waitFor({ state: 'detached' })
    for (const each of [problems, visitor.problems]) expect(without404(each)).toEqual([])
    for (const each of [cal, dee]) await each.disconnect()
    for (const each of [page, visitor.page]) await each.context().close()
  })

  it('merges two records of one machine, live on the pages that show them', async () => {
    const eddy = await signUp(site.endpoint, 'eddy')
    await site.admin('roles', '--add', 'machine-editor', '--username', 'eddy')
    const [twin, kept] = [v7(), v7()]
    for (const [_id, name] of [
      [twin, 'Haunted Lighthouse Copy'],
      [kept, 'Haunted Lighthouse'],
    ])
      await expect
        .poll(() => eddy.call('machines.add', { _id, name, manufacturer: 'Wombat', type: 'ss' }).catch(() => null))
        .toEqual({ machineId: _id })
    await eddy.submit(twin, 7_654_320)
    const visitor = await openPage(browser)
    await visitor.page.goto(`${site.url}/machines/${twin}`)
    await waitUntilLive(visitor)
    const { page, problems } = await openSignedIn(browser, site, 'eddy', { path: `/admin/machines/edit?machine=${twin}` })
    const dialog = page.getByRole('dialog', { name: 'Merge Haunted Lighthouse Copy?' })
    const choose = async (name: RegExp): Promise<void> => {
      await page.getByRole('combobox', { name: 'Merge into…' }).fill('haunted')
      await page.getByRole('option', { name }).click()
    }
    await choose(/^Haunted Lighthouse Copy/)
    await dialog.getByText('Choose two different machines.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await choose(/^Haunted Lighthouse(?! Copy)/)
    await dialog.getByText(': 1 score by 1 player. This can’t be undone.').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Merge machines' }).click()
    await dialog.getByText('Type Haunted Lighthouse Copy to confirm.').waitFor()
    await dialog.getByLabel('Type “Haunted Lighthouse Copy” to confirm').fill('Haunted Lighthouse Copy')
    await dialog.getByRole('button', { name: 'Merge machines' }).click()
    await page.getByText('The machines were merged into this one.').waitFor()
    await page.getByRole('heading', { level: 2, name: 'Haunted Lighthouse', exact: true }).waitFor()
    expect(page.url()).toBe(`${site.url}/admin/machines/edit?machine=${kept}`)
    await visitor.page.getByRole('heading', { level: 1, name: 'Haunted Lighthouse', exact: true }).waitFor()
    await visitor.page.getByRole('row').getByText('7,654,320').waitFor()
    const { status, headers } = await fetch(`${site.url}/machines/${twin}`, { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([301, `/machines/${kept}`])
    for (const each of [problems, visitor.problems]) expect(without404(each)).toEqual([])
    await eddy.disconnect()
    for (const each of [page, visitor.page]) await each.context().close()
  })

  it('lets an administrator make roles, give them and delete those that nobody has', async () => {
    await (await signUp(site.endpoint, 'gus')).disconnect()
    const { page, problems } = await openSignedIn(browser, site, 'boss', { path: '/admin/users?q=gus' })
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Site roles' }).click()
    await dialog.getByLabel('Name of the new role').fill('moderator')
    await dialog.getByRole('button', { name: 'Create role' }).click()
    await dialog.getByText('A role with this name already exists.').waitFor()
    await dialog.getByLabel('Name of the new role').fill('usher')
    await dialog.getByRole('button', { name: 'Create role' }).click()
    await dialog.getByRole('listitem').filter({ hasText: 'usher' }).getByText('No users').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Roles of gus' }).click()
    await dialog.getByRole('checkbox', { name: 'usher' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('listitem').filter({ hasText: 'gus' }).getByText('usher').waitFor()
    await page.getByRole('button', { name: 'Site roles' }).click()
    await dialog.getByRole('listitem').filter({ hasText: 'usher' }).getByText('1 user').waitFor()
    expect(await dialog.getByRole('button', { name: 'Delete usher' }).count()).toBe(0)
    await site.admin('roles', '--remove', 'usher', '--username', 'gus')
    await dialog.getByRole('button', { name: 'Delete usher' }).click()
    await dialog.getByRole('listitem').filter({ hasText: 'usher' }).waitFor({ state: 'detached' })
    expect(without404(problems)).toEqual([])
    await page.context().close()
  })

  it('has no serious accessibility problem (axe), on a phone and on a desktop, in dark and light mode', async () => {
    const eve = await signUp(site.endpoint, 'eve')
    await eve.call('reports.add', { _id: v7(), kind: 'profile', subjectId: eve.userId, reason: 'A reason' })
    const machineId = await eve.findMachine('medieval madness')
    const { scoreId } = await eve.submit(machineId, 12_345_678_900)
    const fay = await signUp(site.endpoint, 'fay')
    await fay.call('scores.flag', { scoreId, reason: 'Nobody has ever had that much.' })
    for (const each of [eve, fay]) await each.disconnect()
    const found: string[] = []
    const boss = await openSignedIn(browser, site, 'boss')
    for (const [path, words, press] of [
      ['/admin', 'Add a machine to the catalogue.', null],
      ['/admin/machines/new', 'Details', null],
      [`/admin/machines/edit?machine=${machineId}`, 'Backglass photo', 'Retire machine'],
      ['/admin/settings', 'Name of the site', null],
      ['/admin/backups', 'No backups yet', null],
      ['/admin/setup', 'Invite a friend', null],
      ['/admin/cache', 'pages', null],
      ['/admin/jobs', 'No failed jobs.', null],
      ['/admin/keys', 'No API keys', null],
      ['/admin/users', 'eve', 'Delete eve'],
      ['/admin/users', 'eve', 'Roles of eve'],
      ['/admin/users', 'eve', 'Add user'],
      ['/admin/users', 'eve', 'Site roles'],
      ['/admin/scores', 'Nobody has ever had that much.', null],
      ['/admin/scores', 'Nobody has ever had that much.', 'Reject'],
      ['/admin/reports', 'A reason', null],
      ['/admin/log', 'the server’s operator', null],
    ] as const) {
      await boss.page.goto(site.url + path)
      await boss.page.getByRole('main').getByText(words).first().waitFor()
      if (press !== null) {
        await boss.page.getByRole('button', { name: press }).first().click()
        await boss.page.getByRole('dialog').getByRole('button').last().waitFor()
      }
      found.push(...(await findAccessibilityProblemsInBothThemes(boss.page, `${path} ${press}`)))
      found.push(...(await findOverflowingWidths(boss.page)).map(width => `${path} ${press} ${width}: wider than the window`))
    }
    expect(without404(boss.problems)).toEqual([])
    await boss.page.context().close()
    expect(found).toEqual([])
  })
})

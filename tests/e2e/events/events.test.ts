import type { Browser, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTcpProxy, type TcpProxy } from '../../tcp-proxy.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import {
  closeBrowser,
  findAccessibilityProblemsInBothThemes,
  findOverflowingWidths,
  openBrowser,
  openPage,
  waitUntilLive,
} from '../helpers/browser.ts'
import { sumLayoutShifts } from '../helpers/layout-shifts.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const HOUR = 3_600_000
const PHONE = { viewport: { width: 390, height: 844 } }
const LEAGUE = 'Tuesday Selfie League'
const GUESTS = ['Ada', 'Ben', 'Cleo', 'Dan']

let site: Site
let proxy: TcpProxy
/** The site with the URL that browsers use. */
let web: Site
let browser: Browser
let director: Player
let rival: Player
let machines: string[]
let leagueId: string

async function addEvent(name: string, startsAt: number, endsAt: number, more: object = {}): Promise<string> {
  const _id = v7()
  await director.call('events.add', {
    _id,
    name,
    venue: 'The Silver Ball',
    startsAt: new Date(Date.now() + startsAt),
    endsAt: new Date(Date.now() + endsAt),
    timeZone: 'Europe/Berlin',
    format: { kind: 'best-game', points: 'papa', attemptsPerMachine: 3 },
    machineIds: machines,
    ...more,
  })
  return _id
}

const play = (player: Player, eventId: string, machineId: string, value: number, more: object = {}): Promise<never> =>
  player.call('scores.submit', { _id: v7(), eventId, machineId, value, ...more })

beforeAll(async () => {
  proxy = await startTcpProxy(() => ({ host: '127.0.0.1', port: Number(new URL(site.endpoint).port) }))
  site = await startSite({ RATE_LIMITS: 'off', ROOT_URL: proxy.url })
  web = { ...site, url: proxy.url }
  browser = await openBrowser()
  director = await signUp(site.endpoint, 'maria')
  rival = await signUp(site.endpoint, 'rival')
  await site.admin('roles', '--add', 'event-director', '--username', 'maria')
  machines = [await rival.findMachine('medieval madness'), await rival.findMachine('attack from mars'), await rival.findMachine('funhouse')]
  leagueId = await addEvent(LEAGUE, -HOUR, 3 * HOUR)
  await play(rival, leagueId, machines[0]!, 12_345_670)
})

afterEach(() => proxy.restore())

afterAll(async () => {
  await director?.disconnect()
  await rival?.disconnect()
  await closeBrowser(browser)
  await site?.close()
  await proxy?.close()
})

/** Marks a page, to detect later whether it has been reloaded. */
const mark = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.body.dataset.loaded = 'once'
  })
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => document.body.dataset.loaded === 'once')

/** The names in the standings, best first. */
const names = (page: Page): Promise<string[]> =>
  page
    .getByRole('region', { name: 'Standings' })
    .locator('summary')
    .evaluateAll(rows => rows.map(row => /rival|pat|maria/.exec(row.textContent ?? '')?.[0] ?? ''))

describe('a player with a phone', () => {
  it('finds the live event at home, joins, learns what is needed, adds a score, and sees why it stands where it does', async () => {
    await (await signUp(site.endpoint, 'pat')).disconnect()
    const { page, problems } = await openSignedIn(browser, web, 'pat', { ...PHONE, path: '/' })
    await mark(page)
    await page.getByRole('region', { name: 'Live events' }).getByRole('link', { name: LEAGUE }).click()
    await page.getByRole('heading', { level: 1, name: LEAGUE }).waitFor()
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('button', { name: 'Leave' }).waitFor()

    await page.getByRole('link', { name: 'Machines', exact: true }).last().click()
    const card = page.getByRole('article').filter({ hasText: 'Medieval Madness' })
    await card.getByText('Not played yet. 3 attempts left.').waitFor()
    expect(await card.locator('strong').textContent()).toMatch(/^[\d,]+ moves you up a place\.$/)
    await card.getByRole('link', { name: 'Add score on Medieval Madness' }).click()

    await page.getByText(`Counts toward ${LEAGUE}`).waitFor()
    await page.locator('main select').waitFor()
    expect(await page.locator('main select').inputValue()).toBe(machines[0])
    await page.getByLabel('Score', { exact: true }).fill('98765432100')
    await page.getByRole('button', { name: 'Add score' }).click()
    await page.getByText(`Counts toward ${LEAGUE}.`).waitFor()
    await page.getByRole('link', { name: 'View standings' }).click()

    const own = page.getByRole('listitem').filter({ hasText: 'pat you' })
    await own.waitFor()
    expect(await names(page)).toEqual(['pat', 'rival'])
    await own.locator('summary').focus()
    await page.keyboard.press('Enter')
    await own.getByText('1st, 100 points').waitFor()
    expect(await own.textContent()).toContain('98,765,432,100')
    expect(await own.textContent()).toContain('100 from 1 machine.')

    await play(rival, leagueId, machines[1]!, 5_000_000)
    await expect.poll(() => names(page)).toEqual(['rival', 'pat'])
    expect(await own.getByText('1st, 100 points').isVisible()).toBe(true)
    expect(await isMarked(page)).toBe(true)
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('is offered the event for a machine that is played in it, and can leave it out', async () => {
    await (await signUp(site.endpoint, 'olga')).disconnect()
    const { page, problems } = await openSignedIn(browser, web, 'olga', { ...PHONE, path: `/submit?machine=${machines[2]}` })
    const offer = page.getByRole('checkbox', { name: `Count toward ${LEAGUE}` })
    await offer.waitFor()
    expect(await offer.isChecked()).toBe(false)
    await page.getByLabel('Score', { exact: true }).fill('4000000')
    await page.getByRole('button', { name: 'Add score' }).click()
    await page.getByRole('heading', { name: 'Grand champion!' }).waitFor()
    expect(await page.getByText('Counts toward').count()).toBe(0)
    await page.getByRole('button', { name: 'Add another' }).click()
    await offer.check()
    await page.getByLabel('Score', { exact: true }).fill('4100000')
    await page.getByRole('button', { name: 'Add score' }).click()
    await page.getByText(`Counts toward ${LEAGUE}.`).waitFor()
    await page.getByRole('button', { name: 'Add another' }).click()
    await expect.poll(() => offer.isChecked()).toBe(true)
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('plays on without a signal: the score counts when that is back', async () => {
    const eventId = await addEvent('Basement Cup', -HOUR, HOUR, {
      format: { kind: 'pin-golf', balls: 3, targets: { [machines[0]!]: 1_000_000 }, missed: 'simple' },
      machineIds: [machines[0]],
    })
    await (await signUp(site.endpoint, 'nils')).disconnect()
    const path = `/submit?event=${eventId}`
    const { page } = await openSignedIn(browser, web, 'nils', { ...PHONE, path })
    await page.getByText('Counts toward Basement Cup').waitFor()
    await page.locator('main select').selectOption({ label: 'Medieval Madness' })
    proxy.refuseConnections()
    await page.getByText('Connection lost').waitFor({ timeout: 20_000 })
    await page.getByLabel('Score', { exact: true }).fill('1200000')
    await page.getByRole('button', { name: 'Add score' }).click()
    await page.getByText('That reaches the target. Choose the ball it was reached on.').waitFor()
    await page.getByRole('radio', { name: '2' }).check({ force: true })
    await page.getByRole('button', { name: 'Add score' }).click()
    await page.getByText('Scores for Basement Cup that arrive').waitFor()
    proxy.restore()
    await page.getByText('Counts toward Basement Cup.').waitFor({ timeout: 30_000 })
    await page.getByRole('link', { name: 'View standings' }).click()
    await page.getByRole('listitem').filter({ hasText: 'nils' }).getByText('2', { exact: true }).waitFor()
    await page.context().close()
  })

  it('is told in plain words why an event does not take a score, and can give it without', async () => {
    const eventId = await addEvent('One Shot', -HOUR, HOUR, { format: { kind: 'best-game', points: 'papa', attemptsPerMachine: 1 } })
    const lena = await signUp(site.endpoint, 'lena')
    await play(lena, eventId, machines[0]!, 2_000_000)
    const { page } = await openSignedIn(browser, web, 'lena', { ...PHONE, path: `/submit?event=${eventId}&machine=${machines[0]}` })
    await page.getByText('No attempts left').waitFor()
    await page.getByLabel('Score', { exact: true }).fill('3000000')
    await page.getByRole('button', { name: 'Add score' }).click()
    await page.getByText('No attempts left on this machine.').waitFor()
    await page.getByRole('button', { name: 'Leave this event out' }).click()
    await page.getByRole('button', { name: 'Add score' }).click()
    await page.getByRole('link', { name: 'View board' }).waitFor()
    await lena.disconnect()
    await page.context().close()
  })
})

describe('an event’s clock', () => {
  it('updates every open page by itself when the event starts and ends, within the second', async () => {
    const eventId = await addEvent('Quick Cup', 12_000, 18_000)
    const home = await openPage(browser)
    const page = await openPage(browser, PHONE)
    await home.page.goto(web.url)
    await page.page.goto(`${web.url}/events/${eventId}`)
    for (const each of [home, page]) {
      await waitUntilLive(each)
      await mark(each.page)
    }
    await page.page.getByText('Upcoming', { exact: true }).waitFor()
    const strip = home.page.getByRole('region', { name: 'Live events' }).getByRole('link', { name: 'Quick Cup' })
    expect(await strip.count()).toBe(0)
    await page.page.getByText('Live', { exact: true }).waitFor()
    await strip.waitFor()
    await page.page.getByText('Finished', { exact: true }).waitFor()
    await strip.waitFor({ state: 'detached' })
    for (const each of [home, page]) {
      expect(await isMarked(each.page)).toBe(true)
      expect(each.problems).toEqual([])
      await each.page.context().close()
    }
  })
})

describe('a reader without JavaScript', () => {
  it('finds events by state, and their standings with what they follow from', async () => {
    const { page } = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(`${web.url}/events`)
    await page.getByRole('link', { name: LEAGUE }).click()
    await page.waitForURL(`${web.url}/events/${leagueId}`)
    expect(await page.title()).toBe(`${LEAGUE} · Skillshot`)
    const row = page.locator('details', { has: page.locator('summary', { hasText: 'rival' }) })
    expect(await row.getByText('12,345,670').isVisible()).toBe(false)
    await row.locator('summary').click()
    expect(await row.getByText('12,345,670').isVisible()).toBe(true)
    await page.goto(`${web.url}/events/${leagueId}?show=machines&machine=${machines[0]}`)
    expect(await page.getByRole('table').textContent()).toContain('12,345,670')
    await page.goto(web.url)
    expect(await page.getByRole('article').getByRole('link', { name: LEAGUE }).first().getAttribute('href')).toBe(`/events/${leagueId}`)
    await page.goto(`${web.url}/events?state=cancelled`)
    expect(await page.getByRole('main').textContent()).toContain('No cancelled events.')
    const answer = await fetch(`${web.url}/events/${v7()}`)
    expect(answer.status).toBe(404)
    await page.context().close()
  })
})

describe('the pages of events', () => {
  /** An evening whose first round is drawn, and the pages that print it. */
  let printed: string[]
  beforeAll(async () => {
    const format = { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 3, points: 'ifpa' }
    const eventId = await addEvent('Paper Night', -HOUR, 3 * HOUR, { format })
    await director.call('events.addPlayers', { eventId, entries: GUESTS.map(displayName => ({ _id: v7(), displayName })) })
    await director.call('events.draw', { _id: v7(), eventId })
    printed = ['pairings', 'sheets', 'standings'].map(what => `/events/${eventId}/print?what=${what}`)
  })

  it('print for readers without JavaScript as well, whose browser has a menu for it', async () => {
    const { page } = await openPage(browser, { ...PHONE, javaScriptEnabled: false })
    for (const path of printed) {
      await page.goto(web.url + path)
      const text = (await page.getByRole('table').allTextContents()).join(' ')
      for (const name of GUESTS) expect(text, path).toContain(name)
      expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0)
    }
    await page.getByRole('link', { name: 'Score sheets' }).click()
    await page.waitForURL(web.url + printed[1])
    await page.context().close()
  })

  it.each([390, 1280])('that print move nothing while they load (%i px)', async width => {
    const { page, problems } = await openPage(browser, { viewport: { width, height: 844 } })
    for (const path of printed) {
      await page.goto(web.url + path)
      await page.getByRole('table').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await sumLayoutShifts(page), path).toBe(0)
    }
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('are not sent again what they were rendered with', async () => {
    for (const path of ['/events', ...['', '?show=machines', '?show=players'].map(show => `/events/${leagueId}${show}`), ...printed]) {
      const watcher = await openPage(browser)
      await watcher.page.goto(web.url + path)
      await waitUntilLive(watcher)
      expect(
        watcher.frames.filter(frame => /^\{"msg":"(added|changed|removed)"/.test(frame)),
        path,
      ).toEqual([])
      expect(watcher.problems).toEqual([])
      await watcher.page.context().close()
    }
  })

  it('are never wider than the screen, from 360 px to 4K', async () => {
    const { page } = await openPage(browser)
    for (const path of ['/events', ...['', 'machines', 'scores', 'players'].map(show => `/events/${leagueId}?show=${show}`)]) {
      await page.goto(web.url + path)
      if (path.endsWith('show=')) await page.locator('summary').last().click()
      expect(await findOverflowingWidths(page), path).toEqual([])
    }
    await page.context().close()
  })

  it('show the director’s tools to the director alone', async () => {
    const path = `/events/${leagueId}?show=direct`
    const { page } = await openSignedIn(browser, web, 'maria', { path })
    const parts = page.getByRole('navigation', { name: 'Sections of this event' })
    await parts.getByRole('link', { name: 'Manage', exact: true }).waitFor()
    expect(await parts.locator('[aria-current]').textContent()).toBe('Manage')
    await page.goto(`${web.url}/events`)
    await page.getByRole('link', { name: 'Add event' }).waitFor()
    await page.context().close()
    const visitor = await openPage(browser)
    await visitor.page.goto(web.url + path)
    await waitUntilLive(visitor)
    const shown = visitor.page.getByRole('navigation', { name: 'Sections of this event' })
    await visitor.page.getByRole('region', { name: 'Standings' }).waitFor()
    expect(await shown.getByRole('link', { name: 'Manage', exact: true }).count()).toBe(0)
    await visitor.page.context().close()
  })

  it('have no serious accessibility problem (axe), on a phone and on a desktop, in dark and light mode', async () => {
    const found: string[] = []
    const visitor = await openPage(browser)
    const player = await openSignedIn(browser, web, 'rival', { path: '/events' })
    for (const [who, observed] of Object.entries({ visitor, player })) {
      const { page, problems } = observed
      for (const path of [
        '/events',
        ...['', 'machines', 'scores', 'players'].map(show => `/events/${leagueId}?show=${show}`),
        ...printed,
        `/submit?event=${leagueId}`,
      ]) {
        observed.frames.length = 0
        await page.goto(web.url + path)
        await waitUntilLive(observed)
        if (path.endsWith('show=')) await page.locator('summary').last().click()
        found.push(...(await findAccessibilityProblemsInBothThemes(page, `${path} ${who}`)))
      }
      expect(problems).toEqual([])
      await page.context().close()
    }
    expect(found).toEqual([])
  })
})

it('loads the formats of events first on pages that show events, and on no other', async () => {
  // A page may fetch more later, for the pages that it links to.
  const firstScripts = async (path: string): Promise<string> => {
    const html = await (await fetch(site.url + path)).text()
    const listed = /data-scripts="([^"]+)"/.exec(html)![1]!.split(' ')
    const addresses = listed.map(path => new URL(path, site.url))
    const scripts = await Promise.all(addresses.map(async address => (await fetch(address)).text()))
    return scripts.join('')
  }
  expect(await firstScripts(`/events/${leagueId}`)).toContain('amazing-race')
  for (const path of ['/', '/machines', `/machines/${machines[0]}`, '/players/rival']) {
    const scripts = await firstScripts(path)
    expect(scripts.length, path).toBeGreaterThan(200_000)
    expect(scripts.includes('amazing-race'), path).toBe(false)
  }
})

it('a player is told after each score how many attempts are left', async () => {
  const eventId = await addEvent('Two Shots', -HOUR, HOUR, { format: { kind: 'best-game', points: 'papa', attemptsPerMachine: 2 } })
  const mia = await signUp(site.endpoint, 'mia')
  await mia.call('events.join', { eventId })
  await mia.disconnect()
  const path = `/submit?event=${eventId}&machine=${machines[0]}`
  const { page, problems } = await openSignedIn(browser, web, 'mia', { ...PHONE, path })
  await page.getByText('2 attempts left').waitFor()
  for (const [value, left] of [
    ['2100000', '1 attempt left'],
    ['2000000', 'No attempts left'],
  ] as const) {
    await page.getByLabel('Score', { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Add score' }).click()
    await page.getByText('Counts toward Two Shots.').waitFor()
    await page.getByRole('button', { name: 'Add another' }).click()
    await page.getByText(left).waitFor()
  }
  expect(problems).toEqual([])
  await page.context().close()
})

import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillLoginForm } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblems, openBrowser, openPage, waitUntilLive } from '../helpers/browser.ts'
import { type AnalyticsEvent, FakeAnalytics } from '../helpers/fake-analytics.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

let analytics: FakeAnalytics
let site: Site
let browser: Browser
let ada: Player

beforeAll(async () => {
  analytics = await new FakeAnalytics().open()
  const [started, opened] = await Promise.all([
    startSite({ RATE_LIMITS: 'off', ANALYTICS_WRITE_KEY: 'a key', ANALYTICS_HOST: analytics.url, ADMIN_USERNAMES: 'grace,ada' }),
    openBrowser(),
  ])
  site = started
  browser = opened
  ada = await signUp(site.endpoint, 'ada', 'ada@bar.example')
})

afterAll(async () => {
  await ada?.disconnect()
  await closeBrowser(browser)
  await site?.close()
  await analytics?.close()
})

const userProperties = (page: string, username: string | null) => ({
  'Is Admin': username !== null,
  'My Username': username,
  'User ID': username === null ? null : ada.userId,
  Username: username,
  'App Version': version,
  'App Platform': 'Web',
  'Page Name': page,
})

/** The properties that the analytics client adds to a page view. */
const pageProperties = (title: string, path: string) => ({ name: title, title, path, search: '', url: site.url + path, referrer: '' })

/** All received events, without the context that the analytics client adds. */
const sentEvents = () =>
  analytics.events.map(({ path, type, name, event, userId, properties, traits }: AnalyticsEvent) => ({
    path,
    type,
    what: name ?? event ?? null,
    userId: userId ?? null,
    properties: properties ?? traits,
  }))

/** Records the URL of every request of a page. */
function recordRequestUrls(page: Page): string[] {
  const urls: string[] = []
  page.on('request', request => urls.push(request.url()))
  return urls
}

const chunk = (urls: readonly string[]): string[] => urls.filter(url => /\/assets\/en\/track-/.test(url))

/** The storage keys of the analytics client, without the visitor's consent choice. */
const keptByAnalytics = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter(key => /ajs_|visitor|key:/.test(key)))

it('receives every event of a visit, and the browser sends requests to no other host', async () => {
  analytics.events.length = 0
  const visit = await openPage(browser)
  const { page } = visit
  const urls = recordRequestUrls(page)
  const view = (title: string, path: string, username: string | null) => ({
    path: '/v1/p',
    type: 'page',
    what: title,
    userId: username === null ? null : ada.userId,
    properties: { ...pageProperties(title, path), ...userProperties(title, username) },
  })
  const word = (event: string, title: string) => ({
    path: '/v1/t',
    type: 'track',
    what: event,
    userId: ada.userId,
    properties: userProperties(title, 'ada'),
  })
  const identified = (title: string) => ({
    path: '/v1/i',
    type: 'identify',
    what: null,
    userId: ada.userId,
    properties: { ...userProperties(title, 'ada'), email: 'ada@bar.example' },
  })
  const expected: unknown[] = []
  const receive = async (...words: unknown[]): Promise<void> => {
    expected.push(...words)
    await expect.poll(() => analytics.events.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(expected.length)
    expect(sentEvents()).toEqual(expected)
  }
  const home = 'Skillshot: pinball scores, live'
  const machines = 'Machines · Skillshot'

  await page.goto(`${site.url}/?secret=1#/nothing`)
  await receive(view(home, '/', null))
  await page.getByRole('link', { name: 'Machines' }).first().click()
  await receive(view(machines, '/machines', null))
  await page.goBack()
  await receive(view(home, '/', null))
  await page.goto(`${site.url}/sign-in?next=/machines`)
  const signIn = await page.title()
  await receive(view(signIn, '/sign-in', null))
  await fillLoginForm(page, 'ada')
  await page.waitForURL(`${site.url}/machines`)
  await expect.poll(() => analytics.events.length).toBeGreaterThanOrEqual(7)
  const [, , , , identify, signedIn, arrived] = sentEvents()
  expect([identify, signedIn, arrived]).toEqual([
    identified(identify?.properties?.['Page Name'] as string),
    word('Signed in', signedIn?.properties?.['Page Name'] as string),
    view(machines, '/machines', 'ada'),
  ])
  expected.push(identify, signedIn, arrived)
  await page.reload()
  await receive(identified(machines), view(machines, '/machines', 'ada'))
  expect(await keptByAnalytics(page)).toEqual(['skillshot visitor'])
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('ada@bar.example')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await receive(word('Signed out', machines))
  await page.getByRole('link', { name: 'Home' }).first().click()
  await receive(view(home, '/', null))

  const [first, last] = [analytics.events[0]!, analytics.events.at(-1)!]
  expect(new Set(analytics.events.slice(0, -1).map(({ anonymousId }) => anonymousId))).toEqual(new Set([first.anonymousId]))
  expect(last.anonymousId).not.toBe(first.anonymousId)
  expect(new Set(analytics.events.map(({ writeKey }) => writeKey))).toEqual(new Set(['a key']))
  expect(JSON.stringify(analytics.events)).not.toContain('secret')
  expect(JSON.stringify(analytics.events)).not.toContain('/nothing')
  expect(new Set(urls.map(url => new URL(url).origin))).toEqual(new Set([site.url, analytics.url]))
  expect(chunk(urls)).not.toEqual([])
  expect(await page.context().cookies()).toEqual([])
  expect(visit.problems).toEqual([])
})

it('lets pages speak to the configured host and to no other', async () => {
  const { headers } = await fetch(site.url)
  expect(/connect-src ([^;]*)/.exec(headers.get('content-security-policy')!)![1]).toBe(`'self' ${analytics.url}`)
})

it('loads and sends nothing if the browser asks for privacy, before consent, and after consent is refused', async () => {
  analytics.events.length = 0
  const visit = await openPage(browser)
  const { page } = visit
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true }))
  const urls = recordRequestUrls(page)
  await page.goto(site.url)
  await waitUntilLive(visit)
  await page.getByRole('link', { name: 'Privacy' }).click()
  const no = page.getByRole('radio', { name: /^Don’t allow/ })
  await no.waitFor()
  expect(await no.isChecked()).toBe(true)
  expect(await findAccessibilityProblems(page)).toEqual([])
  expect([analytics.events, chunk(urls), urls.filter(url => url.startsWith(analytics.url))]).toEqual([[], [], []])
  expect(await keptByAnalytics(page)).toEqual([])

  await page.getByRole('radio', { name: /^Allow/ }).check()
  await expect.poll(() => analytics.events.map(event => event.name)).toEqual(['Privacy · Skillshot'])
  await page.reload()
  await expect.poll(() => analytics.events.length).toBe(2)
  await no.check()
  await page.goBack()
  await page.getByRole('link', { name: 'Machines' }).first().click()
  await page.getByRole('heading', { name: 'Machines', level: 1 }).waitFor()
  await page.reload()
  await waitUntilLive(visit)
  expect(analytics.events.length).toBe(2)
  expect(await keptByAnalytics(page)).toEqual([])
  expect(visit.problems).toEqual([])
})

it('sends nothing from the other open tabs once consent is refused in one, and begins again when it is given again', async () => {
  analytics.events.length = 0
  const visit = await openPage(browser)
  const { page } = visit
  const other = await page.context().newPage()
  await page.goto(`${site.url}/privacy`)
  await other.goto(site.url)
  await expect.poll(() => analytics.events.length).toBe(2)
  await page.getByRole('radio', { name: /^Don’t allow/ }).check()
  await expect.poll(() => keptByAnalytics(other)).toEqual([])
  await other.getByRole('link', { name: 'Machines' }).first().click()
  await other.getByRole('heading', { name: 'Machines', level: 1 }).waitFor()
  await other.getByRole('link', { name: 'Privacy' }).click()
  await other.getByRole('radio', { name: /^Don’t allow/, checked: true }).waitFor()
  await page.getByRole('radio', { name: /^Allow/ }).check()
  await other.getByRole('radio', { name: /^Allow/, checked: true }).waitFor()
  await expect.poll(() => analytics.events.slice(2).map(event => event.name)).toEqual(['Privacy · Skillshot', 'Privacy · Skillshot'])
  expect(visit.problems).toEqual([])
})

it('is not there at all where it is not configured', async () => {
  const plain = await startSite({ RATE_LIMITS: 'off' })
  try {
    const visit = await openPage(browser)
    const urls = recordRequestUrls(visit.page)
    await visit.page.goto(`${plain.url}/privacy`)
    await waitUntilLive(visit)
    expect(await visit.page.getByRole('radio', { name: /^Allow/ }).count()).toBe(0)
    expect(await visit.page.getByText('no trackers').count()).toBe(1)
    expect(new Set(urls.map(url => new URL(url).origin))).toEqual(new Set([plain.url]))
    expect(chunk(urls)).toEqual([])
    const html = await (await fetch(plain.url)).text()
    expect(html).not.toContain('"analytics"')
    expect((await fetch(plain.url)).headers.get('content-security-policy')).toContain("connect-src 'self';")
    expect(visit.problems).toEqual([])
  } finally {
    await plain.close()
  }
})

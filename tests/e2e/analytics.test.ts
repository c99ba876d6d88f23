import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { typeLogin } from './account-visits.ts'
import { closeBrowser, live, openBrowser, openPage, seriousProblems } from './browser.ts'
import { type Hit, Hits } from './hits.ts'
import { type Player, signUp } from './player.ts'
import { type Site, startSite } from './site.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

let hits: Hits
let site: Site
let browser: Browser
let ada: Player

beforeAll(async () => {
  hits = await new Hits().open()
  const [started, opened] = await Promise.all([
    startSite({ RATE_LIMITS: 'off', ANALYTICS_WRITE_KEY: 'a key', ANALYTICS_HOST: hits.url, ADMIN_USERNAMES: 'grace,ada' }),
    openBrowser(),
  ])
  site = started
  browser = opened
  ada = await signUp(site.endpoint, 'ada', 'ada@bar.example')
})

afterAll(async () => {
  await ada?.leave()
  await closeBrowser(browser)
  await site?.close()
  await hits?.close()
})

const propertiesOf = (page: string, username: string | null) => ({
  'Is Admin': username !== null,
  'My Username': username,
  'User ID': username === null ? null : ada.userId,
  Username: username,
  'App Version': version,
  'App Platform': 'Web',
  'Page Name': page,
})

/** The properties that the analytics client adds to a page view. */
const pageOf = (title: string, path: string) => ({ name: title, title, path, search: '', url: site.url + path, referrer: '' })

/** All received events, without the context that the analytics client adds. */
const said = () =>
  hits.all.map(({ path, type, name, event, userId, properties, traits }: Hit) => ({
    path,
    type,
    what: name ?? event ?? null,
    userId: userId ?? null,
    properties: properties ?? traits,
  }))

/** Records the URL of every request of a page. */
function asked(page: Page): string[] {
  const urls: string[] = []
  page.on('request', request => urls.push(request.url()))
  return urls
}

const chunk = (urls: readonly string[]): string[] => urls.filter(url => /\/assets\/track-/.test(url))

/** The storage keys of the analytics client, without the visitor's consent choice. */
const keptByAnalytics = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter(key => /ajs_|visitor|key:/.test(key)))

it('hears a whole visit word by word, and the browser asks nobody else', async () => {
  hits.all.length = 0
  const visit = await openPage(browser)
  const { page } = visit
  const urls = asked(page)
  const view = (title: string, path: string, username: string | null) => ({
    path: '/v1/p',
    type: 'page',
    what: title,
    userId: username === null ? null : ada.userId,
    properties: { ...pageOf(title, path), ...propertiesOf(title, username) },
  })
  const word = (event: string, title: string) => ({
    path: '/v1/t',
    type: 'track',
    what: event,
    userId: ada.userId,
    properties: propertiesOf(title, 'ada'),
  })
  const identified = (title: string) => ({
    path: '/v1/i',
    type: 'identify',
    what: null,
    userId: ada.userId,
    properties: { ...propertiesOf(title, 'ada'), email: 'ada@bar.example' },
  })
  const expected: unknown[] = []
  const hear = async (...words: unknown[]): Promise<void> => {
    expected.push(...words)
    await expect.poll(() => hits.all.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(expected.length)
    expect(said()).toEqual(expected)
  }
  const home = 'Skillshot: pinball scores, live'
  const machines = 'Machines · Skillshot'

  await page.goto(`${site.url}/?secret=1#/nothing`)
  await hear(view(home, '/', null))
  await page.getByRole('link', { name: 'Machines' }).first().click()
  await hear(view(machines, '/machines', null))
  await page.goBack()
  await hear(view(home, '/', null))
  await page.goto(`${site.url}/sign-in?next=/machines`)
  const signIn = await page.title()
  await hear(view(signIn, '/sign-in', null))
  await typeLogin(page, 'ada')
  await page.waitForURL(`${site.url}/machines`)
  await expect.poll(() => hits.all.length).toBeGreaterThanOrEqual(7)
  const [, , , , identify, signedIn, arrived] = said()
  expect([identify, signedIn, arrived]).toEqual([
    identified(identify?.properties?.['Page Name'] as string),
    word('Signed in', signedIn?.properties?.['Page Name'] as string),
    view(machines, '/machines', 'ada'),
  ])
  expected.push(identify, signedIn, arrived)
  await page.reload()
  await hear(identified(machines), view(machines, '/machines', 'ada'))
  expect(await keptByAnalytics(page)).toEqual(['skillshot visitor'])
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('ada@bar.example')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await hear(word('Signed out', machines))
  await page.getByRole('link', { name: 'Home' }).first().click()
  await hear(view(home, '/', null))

  const [first, last] = [hits.all[0]!, hits.all.at(-1)!]
  expect(new Set(hits.all.slice(0, -1).map(({ anonymousId }) => anonymousId))).toEqual(new Set([first.anonymousId]))
  expect(last.anonymousId).not.toBe(first.anonymousId)
  expect(new Set(hits.all.map(({ writeKey }) => writeKey))).toEqual(new Set(['a key']))
  expect(JSON.stringify(hits.all)).not.toContain('secret')
  expect(JSON.stringify(hits.all)).not.toContain('/nothing')
  expect(new Set(urls.map(url => new URL(url).origin))).toEqual(new Set([site.url, hits.url]))
  expect(chunk(urls)).not.toEqual([])
  expect(await page.context().cookies()).toEqual([])
  expect(visit.trouble).toEqual([])
})

it('lets pages speak to the configured host and to no other', async () => {
  const { headers } = await fetch(site.url)
  expect(/connect-src ([^;]*)/.exec(headers.get('content-security-policy')!)![1]).toBe(`'self' ${hits.url}`)
})

it('fetches and sends nothing where the browser asks for privacy, before a yes, and nothing after a no', async () => {
  hits.all.length = 0
  const visit = await openPage(browser)
  const { page } = visit
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true }))
  const urls = asked(page)
  await page.goto(site.url)
  await live(visit)
  await page.getByRole('link', { name: 'Privacy' }).click()
  const no = page.getByRole('radio', { name: /^Do not count/ })
  await no.waitFor()
  expect(await no.isChecked()).toBe(true)
  expect(await seriousProblems(page)).toEqual([])
  expect([hits.all, chunk(urls), urls.filter(url => url.startsWith(hits.url))]).toEqual([[], [], []])
  expect(await keptByAnalytics(page)).toEqual([])

  await page.getByRole('radio', { name: /^Count/ }).check()
  await expect.poll(() => hits.all.map(hit => hit.name)).toEqual(['Privacy · Skillshot'])
  await page.reload()
  await expect.poll(() => hits.all.length).toBe(2)
  await no.check()
  await page.goBack()
  await page.getByRole('link', { name: 'Machines' }).first().click()
  await page.getByRole('heading', { name: 'Machines', level: 1 }).waitFor()
  await page.reload()
  await live(visit)
  expect(hits.all.length).toBe(2)
  expect(await keptByAnalytics(page)).toEqual([])
  expect(visit.trouble).toEqual([])
})

it('is not there at all where it is not configured', async () => {
  const plain = await startSite({ RATE_LIMITS: 'off' })
  try {
    const visit = await openPage(browser)
    const urls = asked(visit.page)
    await visit.page.goto(`${plain.url}/privacy`)
    await live(visit)
    expect(await visit.page.getByRole('radio', { name: /^Count/ }).count()).toBe(0)
    expect(await visit.page.getByText('no trackers').count()).toBe(1)
    expect(new Set(urls.map(url => new URL(url).origin))).toEqual(new Set([plain.url]))
    expect(chunk(urls)).toEqual([])
    const html = await (await fetch(plain.url)).text()
    expect(html).not.toContain('"settings"')
    expect((await fetch(plain.url)).headers.get('content-security-policy')).toContain("connect-src 'self';")
    expect(visit.trouble).toEqual([])
  } finally {
    await plain.close()
  }
})

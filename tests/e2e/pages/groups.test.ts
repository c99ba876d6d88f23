import type { Browser } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, openBrowser, openPage, waitUntilLive } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const SECRET = 'Xanadu Speakeasy'
const OPEN = 'Tuesday League'

let site: Site
let browser: Browser
let ann: Player
let machineId: string
/** A public group. */
let leagueId: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  ann = await signUp(site.endpoint, 'ann')
  machineId = await ann.findMachine('attack from mars')
  await ann.submit(machineId, 5_000_000_000)
  leagueId = v7()
  await ann.call('groups.add', { _id: leagueId, name: OPEN, description: 'Each week, whoever comes.', visibility: 'public' })
})

afterAll(async () => {
  await ann?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

describe('a private group', () => {
  it('is made, joined by an invitation, played in, and for the one who was put out as if it never was', async () => {
    const owner = await openSignedIn(browser, site, 'ann', { path: '/groups/new' })
    await owner.page.getByLabel('Name', { exact: true }).fill(SECRET)
    await owner.page.getByRole('radio', { name: /^Private/ }).check()
    await owner.page.getByRole('button', { name: 'Create group' }).click()
    await owner.page.getByRole('heading', { level: 1, name: SECRET }).waitFor()
    const groupPath = new URL(owner.page.url()).pathname

    await owner.page.getByRole('button', { name: 'Invite' }).click()
    await owner.page.getByRole('img', { name: 'as a QR code' }).waitFor()
    const code = await owner.page.getByRole('dialog').locator('code').textContent()
    const mail = await owner.page.getByRole('link', { name: 'Share by email' }).getAttribute('href')
    const invitation = /http\S+$/.exec(decodeURIComponent(mail ?? ''))?.[0]
    expect(invitation).toBe(`${site.url}/groups/join?code=${code}`)
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

    const guest = await openPage(browser, { viewport: { width: 390, height: 844 } })
    await guest.page.goto(invitation!)
    await guest.page.getByRole('link', { name: 'Sign in to join' }).click()
    await guest.page.getByRole('link', { name: 'Create account' }).click()
    await guest.page.getByLabel('User name', { exact: true }).fill('zoe')
    await guest.page.getByLabel('Password', { exact: true }).fill('zoe plays pinball')
    await guest.page.getByRole('button', { name: 'Create account' }).click()
    await guest.page.waitForURL(invitation!)
    await guest.page.getByRole('button', { name: 'Join group' }).click()
    await guest.page.getByRole('heading', { level: 1, name: SECRET }).waitFor()
    expect(new URL(guest.page.url()).pathname).toBe(groupPath)
    await owner.page.getByRole('button', { name: 'Manage zoe' }).waitFor()

    for (const { page } of [owner, guest]) await page.getByRole('row', { name: /5,000,000,000/ }).waitFor()
    await ann.submit(machineId, 7_654_321_000)
    for (const { page } of [owner, guest]) {
      await page.getByRole('row', { name: /ann.*7,654,321,000/ }).waitFor()
      expect(await page.title()).toBe(`${SECRET} · Skillshot`)
    }

    await owner.page.getByRole('button', { name: 'Manage zoe' }).click()
    await owner.page.getByRole('button', { name: 'Remove from group' }).click()
    await guest.page.getByRole('heading', { name: 'Tilt. There’s nothing here.' }).waitFor()
    await expect.poll(() => guest.page.title()).toBe('Page not found · Skillshot')
    expect(await guest.page.content()).not.toContain(SECRET)
    await owner.page.getByRole('button', { name: 'Manage zoe' }).waitFor({ state: 'detached' })
    await guest.page.goto(invitation!)
    await guest.page.getByRole('button', { name: 'Join group' }).click()
    await guest.page.getByText('This invite has expired.').waitFor()

    const answer = await fetch(site.url + groupPath)
    const html = await answer.text()
    expect(answer.status).toBe(404)
    expect(html).toContain('<title>Skillshot</title>')
    expect(html).not.toContain(SECRET)
    const unknown = await (await fetch(`${site.url}/groups/${v7()}`)).text()
    const about = (text: string): string[] => text.match(/<(?:meta|link|title)\b[^>]*>/g) ?? []
    expect(about(html)).toEqual(about(unknown))
    expect(about(html).join('')).not.toContain(groupPath.split('/').at(-1))

    expect(owner.problems).toEqual([])
    expect(guest.problems).toEqual([])
    for (const { page } of [owner, guest]) await page.context().close()
  })
})

describe('a public group', () => {
  it('is listed and can be read by visitors without JavaScript', async () => {
    const { page } = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(`${site.url}/groups`)
    expect(await page.getByRole('main').textContent()).not.toContain(SECRET)
    await page.getByRole('link', { name: OPEN }).click()
    await page.waitForURL(`${site.url}/groups/${leagueId}`)
    expect(await page.title()).toBe(`${OPEN} · Skillshot`)
    const text = await page.getByRole('main').textContent()
    for (const words of ['Each week, whoever comes.', '1 member', 'ann', 'Attack from Mars']) expect(text).toContain(words)
    expect(await page.getByRole('main').getByRole('link', { name: 'Join' }).getAttribute('href')).toBe(
      `/sign-in?next=${encodeURIComponent(`/groups/${leagueId}`)}`,
    )
    await page.getByRole('navigation', { name: 'Machines' }).getByRole('link', { name: 'Attack from Mars' }).click()
    await page.locator('tbody tr').first().waitFor()
    expect(await page.locator('tbody tr').count()).toBe(1)
    await page.context().close()
  })

  it('is joined by who signs in for it, whom the list of its members shows at once', async () => {
    const watcher = await openPage(browser)
    await watcher.page.goto(`${site.url}/groups/${leagueId}`)
    await waitUntilLive(watcher)
    await (await signUp(site.endpoint, 'bea')).disconnect()
    const joining = await openSignedIn(browser, site, 'bea', { path: `/groups/${leagueId}` })
    await joining.page.getByRole('button', { name: 'Join' }).click()
    await joining.page.getByRole('button', { name: 'Leave' }).waitFor()
    for (const { page, problems } of [watcher, joining]) {
      await page.getByRole('main').getByRole('link', { name: 'bea' }).waitFor()
      await page.getByText('2 members').waitFor()
      expect(problems).toEqual([])
      await page.context().close()
    }
  })
})

describe('every page about groups', () => {
  it('has no serious accessibility problem (axe), on a phone and on a desktop, in dark and light mode', async () => {
    const found: string[] = []
    const visitor = await openPage(browser)
    const owner = await openSignedIn(browser, site, 'ann', { path: '/groups' })
    for (const [who, { page, problems }] of Object.entries({ visitor, owner })) {
      const checkPage = async (what: string): Promise<void> => {
        found.push(...(await findAccessibilityProblemsInBothThemes(page, `${what} ${who}`)))
      }
      for (const [path, owners] of [
        ['/groups', '[aria-label="Your groups"]'],
        ['/groups/new', 'header a[href="/players/ann"]'],
        ['/groups/join', 'text=Join group'],
        [`/groups/${leagueId}`, 'button:text("Invite")'],
      ] as const) {
        await page.goto(site.url + path)
        if (who === 'owner') await page.locator(owners).first().waitFor({ state: 'attached' })
        await checkPage(path)
      }
      if (who === 'owner') {
        await page.getByRole('button', { name: 'Invite' }).click()
        await page.getByRole('img', { name: 'as a QR code' }).waitFor()
        await checkPage('an invitation')
      }
      expect(problems).toEqual([])
      await page.context().close()
    }
    expect(found).toEqual([])
  })
})

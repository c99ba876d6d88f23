import type { Browser } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakeDiscord } from '../../integration/fakes/discord.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, openBrowser, openPage, waitUntilLive } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const SECRET = 'Xanadu Speakeasy'
const OPEN = 'Tuesday League'

let discord: FakeDiscord
let site: Site
let browser: Browser
let ann: Player
let machineId: string
/** A public group. */
let leagueId: string

beforeAll(async () => {
  discord = await new FakeDiscord().open()
  site = await startSite({ RATE_LIMITS: 'off', DISCORD_URL: discord.url })
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
  await discord?.close()
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

describe('the webhook of a group', () => {
  it('is typed into the group’s form, is not shown again but for its end, and can be taken away', async () => {
    const { page, problems } = await openSignedIn(browser, site, 'ann', { path: `/groups/${leagueId}` })
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel('Discord webhook (optional)')
    const openForm = () => page.getByRole('button', { name: 'Edit group' }).click()
    const save = () => dialog.getByRole('button', { name: 'Save changes' }).click()
    await openForm()
    await field.fill('https://discord.example/api/webhooks/1/2')
    await save()
    await dialog.getByText('Enter the address of a webhook, as Discord shows it').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill(`https://discord.com/api/webhooks/123456789012345678/${'x'.repeat(60)}last`)
    await save()
    await dialog.waitFor({ state: 'hidden' })
    await openForm()
    await dialog.getByText('a webhook that ends in …last').waitFor()
    expect(await field.inputValue()).toBe('')
    expect(await findAccessibilityProblemsInBothThemes(page, 'webhook')).toEqual([])
    await dialog.getByRole('checkbox', { name: 'Don’t post to Discord any more' }).check()
    await save()
    await dialog.waitFor({ state: 'hidden' })
    await openForm()
    await dialog.getByText('Each round of the group’s events is posted there.').waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })
})

describe('a round that could not be posted', () => {
  it('is said on the group’s page to those who run it, and to nobody else', async () => {
    const [path, eventId] = [`/api/webhooks/123456789012345678/${'x'.repeat(68)}`, v7()]
    discord.failures.set(path, { status: 404 })
    await ann.call('groups.edit', { groupId: leagueId, webhook: `https://discord.com${path}` })
    const format = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 3, points: 'ifpa' }
    const [startsAt, endsAt] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)]
    await ann.call('events.add', { _id: eventId, groupId: leagueId, name: 'Tuesday', startsAt, endsAt, format, machineIds: [machineId] })
    await ann.call('events.addPlayers', { eventId, entries: ['Bo', 'Cy'].map(displayName => ({ _id: v7(), displayName })) })
    const owner = await openSignedIn(browser, site, 'ann', { path: `/groups/${leagueId}` })
    const visitor = await openPage(browser)
    await visitor.page.goto(`${site.url}/groups/${leagueId}`)
    await waitUntilLive(visitor)
    await ann.call('events.draw', { _id: v7(), eventId })
    await owner.page.getByRole('alert').filter({ hasText: 'A round wasn’t posted to Discord' }).waitFor()
    expect(await findAccessibilityProblemsInBothThemes(owner.page, 'unposted')).toEqual([])
    await visitor.page.getByRole('link', { name: 'Tuesday' }).waitFor()
    expect(await visitor.page.getByText('Discord').count()).toBe(0)
    await ann.call('groups.edit', { groupId: leagueId, webhook: null })
    await owner.page.getByRole('alert').waitFor({ state: 'detached' })
    for (const { page, problems } of [owner, visitor]) {
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

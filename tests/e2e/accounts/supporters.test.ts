import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakePatreon } from '../../integration/fakes/patreon.ts'
import { getHistory, openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblems, type ObservedPage, openBrowser, openPage, waitUntilLive } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let patreon: FakePatreon
let site: Site
let browser: Browser
let ada: Player
let machineId: string

beforeAll(async () => {
  patreon = await new FakePatreon().open()
  patreon.addAccount('ada')
  site = await startSite({ RATE_LIMITS: 'off', LOG_LEVEL: 'debug', ...patreon.environment })
  patreon.redirectUris = [`${site.url}/patreon/confirm`]
  browser = await openBrowser()
  ada = await signUp(site.endpoint, 'ada')
  machineId = await ada.findMachine('attack from mars')
  await ada.submit(machineId, 5_000_000_000)
})

afterAll(async () => {
  await ada?.disconnect()
  await closeBrowser(browser)
  await site?.close()
  await patreon?.close()
})

/** Opens a page as a visitor and marks it, to detect a reload. */
async function watcher(path: string): Promise<ObservedPage> {
  const observed = await openPage(browser)
  await observed.page.goto(`${site.url}${path}`)
  await waitUntilLive(observed)
  await observed.page.evaluate(() => {
    document.body.dataset.loaded = 'once'
  })
  return observed
}

describe('a supporter', () => {
  it('links a membership, is seen as one by those who look, and ends it', async () => {
    const board = await watcher(`/machines/${machineId}`)
    const profile = await watcher('/players/ada')
    const visit = await openSignedIn(browser, site, 'ada')
    const { page } = visit
    await page.getByRole('link', { name: 'Link your Patreon account' }).click()
    await page.getByRole('button', { name: 'Continue on Patreon' }).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])

    await page.getByRole('button', { name: 'Continue on Patreon' }).click()
    await page.getByRole('link', { name: 'Deny' }).click()
    await page.getByText('You didn’t allow the link.').waitFor()
    expect(page.url()).toBe(`${site.url}/patreon/confirm`)
    expect(await findAccessibilityProblems(page)).toEqual([])

    await page.getByRole('link', { name: 'Start again' }).click()
    await page.getByRole('button', { name: 'Continue on Patreon' }).click()
    await page.getByRole('link', { name: 'Allow as ada' }).click()
    await page.getByText('Your Patreon account is linked.').waitFor()
    await page.getByText('You’re a supporter (Gold)').waitFor()
    expect(page.url()).toBe(`${site.url}/patreon/confirm`)
    expect((await getHistory(page)).filter(url => url.includes('code='))).toEqual([])
    expect(await findAccessibilityProblems(page)).toEqual([])

    await board.page.getByRole('img', { name: 'Supporter' }).waitFor()
    await profile.page.getByText('Supporter', { exact: true }).waitFor()

    await page.getByRole('link', { name: 'Your account' }).first().click()
    await page.getByRole('link', { name: 'View Patreon link' }).click()
    await page.getByRole('button', { name: 'Unlink Patreon' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink Patreon' }).click()
    await page.getByText('If you support this site on Patreon').waitFor()
    await board.page.getByRole('img', { name: 'Supporter' }).waitFor({ state: 'detached' })
    await profile.page.getByText('Supporter', { exact: true }).waitFor({ state: 'detached' })
    await patreon.waitForTokenCount('ada', 0)

    for (const each of [board, profile]) expect(await each.page.evaluate(() => document.body.dataset.loaded)).toBe('once')
    expect([board, profile, visit].flatMap(({ problems }) => problems)).toEqual([])
    expect(site.output).not.toMatch(/stand-in-secret/)
  })

  it.each([
    ['?error=access_denied&state=x', 'You didn’t allow the link.'],
    ['?error=temporarily_unavailable', 'Wait a few minutes, then start again.'],
    ['?error=<b>odd</b>', 'Patreon refused without giving a reason.'],
    ['', 'Start on the previous page.'],
    ['?code=x', 'incomplete'],
    ['?code=forged&state=forged', 'Start again.'],
  ])('who comes back with “%s” is told what to do', async (search, words) => {
    const visit = await openSignedIn(browser, site, 'ada')
    await visit.page.goto(`${site.url}/patreon/confirm${search}`)
    await visit.page.getByRole('alert').filter({ hasText: words }).waitFor()
    await visit.page.getByRole('link', { name: 'Start again' }).waitFor()
    expect(visit.page.url()).toBe(`${site.url}/patreon/confirm`)
    expect(visit.problems).toEqual([])
  })

  it('who is told that the provider is down can start again when it is not', async () => {
    const visit = await openSignedIn(browser, site, 'ada', { viewport: { width: 360, height: 740 } })
    const { page } = visit
    patreon.failures.set('/api/oauth2/token', { status: 429, headers: { 'retry-after': '300' } })
    await page.goto(`${site.url}/patreon`)
    await page.getByRole('button', { name: 'Continue on Patreon' }).click()
    await page.getByRole('link', { name: 'Allow as ada' }).click()
    await page.getByText('Try again in a few minutes.').waitFor()
    patreon.failures.clear()
    await page.getByRole('link', { name: 'Start again' }).click()
    await page.getByRole('button', { name: 'Continue on Patreon' }).click()
    await page.getByRole('link', { name: 'Allow as ada' }).click()
    await page.getByText('Your Patreon account is linked.').waitFor()
    expect(visit.problems).toEqual([])
  })

  it('who is signed out is led to the sign-in, without script to the reason', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${site.url}/patreon/confirm?code=a&state=b`)
    await page.getByText('only the player who started can finish').waitFor()
    expect(await page.getByRole('link', { name: 'Sign in' }).last().getAttribute('href')).toBe('/sign-in?next=%2Fpatreon')
    const { page: plain } = await openPage(browser, { javaScriptEnabled: false })
    await plain.goto(`${site.url}/patreon`)
    expect(await plain.locator('main').textContent()).toContain('needs JavaScript')
  })
})

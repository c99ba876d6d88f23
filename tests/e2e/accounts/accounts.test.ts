import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVerifier, legacyCredential } from '#accounts/server/passwords/srp.ts'
import { countCalls, fillLoginForm, getHistory, openSignedIn, waitForMailLink, waitForSignedOut } from '../helpers/account-visits.ts'
import { closeBrowser, openBrowser, openPage, waitUntilLive } from '../helpers/browser.ts'
import { PASSWORD, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
})

afterAll(async () => {
  await closeBrowser(browser)
  await site?.close()
})

describe('the link that verifies an address', () => {
  it('comes by mail after signing up, works once, and leaves nothing in the address, in history or for a reload', async () => {
    const observed = await openPage(browser)
    const { page, problems } = observed
    await page.goto(`${site.url}/sign-up?next=%2Faccount`)
    await page.getByLabel('User name').fill('vera')
    await page.getByLabel('Email').fill('vera@example.com')
    await page.getByLabel('Password', { exact: true }).fill('vera plays pinball')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL(`${site.url}/account`)
    await page.getByText('Not confirmed yet').waitFor()

    const link = await waitForMailLink(site, 'vera@example.com', 'verify-email')
    const token = link.split('/').at(-1)!
    await page.goto(`${site.url}/machines`)
    await page.goto(site.url + link)
    await page.getByRole('heading', { name: 'Your email is confirmed.' }).waitFor()
    expect(page.url()).toBe(`${site.url}/`)
    expect(countCalls(observed, 'verifyEmail')).toBe(1)
    expect(await page.content()).not.toContain(token)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Your email is confirmed.' }).waitFor({ state: 'detached' })
    await page.goto(`${site.url}/account`)
    await page.getByText('Verified', { exact: true }).waitFor()
    expect((await getHistory(page)).filter(url => url.includes(token) || url.includes('#'))).toEqual([])

    await page.goBack()
    await page.waitForURL(`${site.url}/`)
    await waitUntilLive(observed)
    await page.reload()
    await waitUntilLive(observed)
    expect(countCalls(observed, 'verifyEmail')).toBe(0)
    expect(await page.getByRole('heading', { name: /verified|no longer works/ }).count()).toBe(0)

    await page.goto(site.url + link)
    await page.getByRole('heading', { name: 'This link no longer works.' }).waitFor()
    await page.getByRole('link', { name: 'Go to your account' }).click()
    await page.getByText('Verified', { exact: true }).waitFor()
    expect(problems).toEqual([])
  })
})

describe('who forgot the password', () => {
  it('asks for a mail, and chooses a new one on whatever page its link is opened', async () => {
    const player = await signUp(site.endpoint, 'fred', 'fred@example.com')
    const { page, problems } = await openPage(browser)
    await page.goto(`${site.url}/sign-in`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email', { exact: true }).fill('fred@example.com')
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('The people who run it can look your link up').waitFor()
    const link = await waitForMailLink(site, 'fred@example.com', 'reset-password')

    await page.goto(`${site.url}/machines?q=mars`)
    await page.getByRole('heading', { name: 'Machines', level: 1 }).waitFor()
    // The link is opened in a page that is already loaded, and without the slash after the `#`.
    await page.evaluate(
      hash => {
        window.location.hash = hash
      },
      link.replace('/#/', '#'),
    )
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
    expect(page.url()).toBe(`${site.url}/machines?q=mars`)
    await page.getByLabel('New password').fill('fred remembers')
    await page.getByRole('button', { name: 'Save password and sign in' }).click()
    await page.getByRole('heading', { name: 'Machines', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    expect((await getHistory(page)).filter(url => url.includes('#'))).toEqual([])
    await page.goBack()
    await page.getByRole('heading', { name: 'Machines', level: 1 }).waitFor()
    expect(await page.getByRole('heading', { name: 'Set a new password' }).count()).toBe(0)

    await page.goto(`${site.url}/machines`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
    await page.goto(`${site.url}/sign-in`)
    await fillLoginForm(page, 'fred', PASSWORD)
    await page.getByText('Wrong user name or password.').waitFor()
    await fillLoginForm(page, 'fred', 'fred remembers')
    await page.waitForURL(`${site.url}/`)

    await page.goto(site.url + link.replace('/#/', '/machines#/'))
    await page.getByLabel('New password').fill('fred remembers again')
    await page.getByRole('button', { name: 'Save password and sign in' }).click()
    await page.getByRole('heading', { name: 'This link no longer works.' }).waitFor()
    await page.getByRole('link', { name: 'Get a new link' }).click()
    await page.waitForURL(`${site.url}/forgot-password`)
    expect(problems).toEqual([])
    await player.disconnect()
  })

  it('is not signed in as somebody else before the form is dealt with', async () => {
    const players = [await signUp(site.endpoint, 'gina', 'gina@example.com'), await signUp(site.endpoint, 'hal')]
    const observed = await openSignedIn(browser, site, 'hal', { path: '/forgot-password' })
    const { page, problems } = observed
    await page.getByLabel('Email', { exact: true }).fill('gina@example.com')
    await page.getByRole('button', { name: 'Send link' }).click()
    const link = await waitForMailLink(site, 'gina@example.com', 'reset-password')

    await page.goto(site.url + link.replace('/#/', '/machines#/'))
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
    await waitUntilLive(observed)
    expect(countCalls(observed, 'login')).toBe(0)
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByRole('link', { name: 'Me', exact: true }).waitFor()
    await page.waitForFunction(() => document.querySelector('a[href="/players/hal"]') !== null)
    expect(countCalls(observed, 'login')).toBe(1)

    await page.goto(site.url + link.replace('/#/', '/account#'))
    await page.getByLabel('New password').fill('gina plays pinball')
    await page.getByRole('button', { name: 'Save password and sign in' }).click()
    await page.getByText('You sign in as gina.').waitFor()
    expect(countCalls(observed, 'login')).toBe(0)
    expect(problems).toEqual([])
    await Promise.all(players.map(player => player.disconnect()))
  })
})

describe('a profile', () => {
  it('is seen at once by others who look at it, and left out of search engines when it is unlisted', async () => {
    const player = await signUp(site.endpoint, 'ivy')
    await player.submit(await player.findMachine('attack from mars'), 1_234_567_890)
    const other = await openPage(browser)
    await other.page.goto(`${site.url}/players/ivy`)
    await waitUntilLive(other)
    const { page, problems } = await openSignedIn(browser, site, 'ivy')
    await page.getByLabel('Name', { exact: true }).fill('Ivy of the Flippers')
    await page.getByLabel('About you').fill('First ball in 1994.')
    await page.getByLabel('Where you play').fill('Turin')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await page.getByText('Saved.').waitFor()
    await other.page.getByRole('heading', { name: 'Ivy of the Flippers' }).waitFor()
    await other.page.getByText('First ball in 1994.').waitFor()
    await other.page.getByText('Turin').waitFor()
    await expect.poll(() => other.page.title()).toContain('Ivy of the Flippers')

    const html = async (): Promise<string> => (await fetch(`${site.url}/players/ivy`)).text()
    expect(await html()).not.toContain('<meta name="robots"')
    await page.getByLabel('Unlisted').check()
    await page.getByRole('button', { name: 'Save profile' }).click()
    await page.getByText('Saved.').waitFor()
    expect(await html()).toContain('<meta name="robots" content="noindex">')
    await page.reload()
    await page.getByLabel('Unlisted').waitFor()
    expect(await page.getByLabel('Unlisted').isChecked()).toBe(true)
    expect([...problems, ...other.problems]).toEqual([])
    await player.disconnect()
  })
})

describe('an account that is deleted', () => {
  const board = '/machines/'

  it('gives all of its data first, and its scores stay as those of nobody', async () => {
    const player = await signUp(site.endpoint, 'jan', 'jan@example.com')
    const machineId = await player.findMachine('medieval madness')
    await player.submit(machineId, 30_000_000)
    await player.disconnect()
    const other = await openPage(browser)
    await other.page.goto(site.url + board + machineId)
    await other.page.getByRole('row').getByRole('link', { name: 'jan' }).waitFor()
    await waitUntilLive(other)

    const { page, problems } = await openSignedIn(browser, site, 'jan', { path: '/account/delete' })
    const tab = await page.context().newPage()
    await tab.goto(`${site.url}/account`)
    await tab.getByText('You sign in as jan.').waitFor()
    await page.bringToFront()
    await page.getByRole('button', { name: 'Export my data' }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download file' }).click()])
    expect(download.suggestedFilename()).toBe('skillshot.zip')
    const files = unzipSync(readFileSync(await download.path()))
    const all = Object.values(files)
      .map(file => strFromU8(file))
      .join('\n')
    expect(Object.keys(files)).toContain('account.json')
    expect(all).toContain('jan@example.com')
    expect(all).toContain('30000000')

    await page.getByLabel('Your password').fill('not the password')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByText('That password isn’t right.').waitFor()
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByRole('heading', { name: /account was deleted/ }).waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    await waitForSignedOut(tab)

    const row = other.page.getByRole('row', { name: /Deleted player/ })
    await row.waitFor()
    expect(await row.textContent()).toContain('30,000,000')
    const links = await row.getByRole('link').evaluateAll(all => all.map(link => link.getAttribute('href')))
    expect(links).toEqual([expect.stringMatching(/^\/scores\//)])
    await page.goto(`${site.url}/sign-in`)
    await fillLoginForm(page, 'jan')
    await page.getByText('Wrong user name or password.').waitFor()
    expect((await fetch(`${site.url}/players/jan`)).status).toBe(404)
    expect([...problems, ...other.problems]).toEqual([])
  })

  it('takes its scores off every board where that is wanted', async () => {
    const player = await signUp(site.endpoint, 'kim')
    const machineId = await player.findMachine('twilight zone')
    await player.submit(machineId, 40_000_000)
    await player.disconnect()
    const other = await openPage(browser)
    await other.page.goto(site.url + board + machineId)
    await other.page.getByRole('row', { name: /kim/ }).waitFor()
    await waitUntilLive(other)
    const { page, problems } = await openSignedIn(browser, site, 'kim', { path: '/account/delete' })
    await page.getByLabel('Delete my scores').check()
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByRole('heading', { name: /account was deleted/ }).waitFor()
    await other.page.getByRole('row', { name: /40,000,000/ }).waitFor({ state: 'detached' })
    expect(await other.page.getByText('Deleted player').count()).toBe(0)
    expect([...problems, ...other.problems]).toEqual([])
  })
})

describe('a player of an older site', () => {
  it('signs in with the old password, which is stored the new way by that', async () => {
    const [identity, salt, password] = ['lEgAcY1d', 'sAlT9', 'multiball 2009']
    const file = join(tmpdir(), `skillshot-legacy-${process.pid}.json`)
    const srp = { identity, salt, verifier: createVerifier(salt, legacyCredential(identity, password)) }
    writeFileSync(file, JSON.stringify([{ username: 'tilt-tom', services: { password: { srp } } }]))
    expect(await site.admin('import-legacy-users', file)).toBe('1 added, 0 unchanged, 0 refused\n')
    rmSync(file)

    const first = await openPage(browser)
    await first.page.goto(`${site.url}/sign-in`)
    await fillLoginForm(first.page, 'tilt-tom', 'not that one')
    await first.page.getByText('Wrong user name or password.').waitFor()
    first.sent.length = 0
    await fillLoginForm(first.page, 'tilt-tom', password)
    await first.page.waitForURL(`${site.url}/`)
    expect(countCalls(first, 'login')).toBe(2)
    const again = await openPage(browser)
    await again.page.goto(`${site.url}/sign-in`)
    await fillLoginForm(again.page, 'tilt-tom', password)
    await again.page.waitForURL(`${site.url}/`)
    expect(countCalls(again, 'login')).toBe(1)
    expect([...first.problems, ...again.problems]).toEqual([])
  })
})

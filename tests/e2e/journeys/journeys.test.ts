import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeBrowser, findAccessibilityProblemsInBothThemes, findOverflowingWidths, openBrowser, openPage } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let site: Site
let browser: Browser
let ann: Player
let machineId: string
let scoreId: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  ann = await signUp(site.endpoint, 'ann')
  machineId = await ann.findMachine('medieval madness')
  for (const name of ['bea', 'cid', 'dov', 'eve', 'fay']) {
    const player = await signUp(site.endpoint, name)
    await player.submit(machineId, 20_000_000 + name.charCodeAt(0) * 10_000)
    await player.disconnect()
  }
  scoreId = (await ann.submit(machineId, 30_000_000)).scoreId
})

afterAll(async () => {
  await ann?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

describe('a newcomer on a phone', () => {
  it.each([
    {
      name: 'zoe',
      locale: 'en-US',
      signIn: 'Sign in',
      create: 'Create account',
      userName: 'User name',
      password: 'Password',
      send: 'Create account',
      short: 'Use at least 8 characters.',
      machine: 'Machine',
      doubt: 'Did you type an extra zero?',
      add: 'Add score',
      done: /On the (?:podium|board)!/,
      board: 'View board',
      typed: ['250,000,000', '25,000,000'],
    },
    {
      name: 'yara',
      locale: 'de-DE',
      signIn: 'Anmelden',
      create: 'Konto erstellen',
      userName: 'Benutzername',
      password: 'Passwort',
      send: 'Konto erstellen',
      short: 'Bitte mindestens 8 Zeichen.',
      machine: 'Flipper',
      doubt: 'Eine Null zu viel?',
      add: 'Score eintragen',
      done: /Auf (?:dem Podest|der Rangliste)!/,
      board: 'Zur Rangliste',
      typed: ['250.000.000', '25.000.000'],
    },
  ])('signs up, finds the machine, types the score, and sees the rank at once: $locale', async ({ name, locale, typed, ...said }) => {
    const { page, problems } = await openPage(browser, { motion: true, viewport: { width: 390, height: 844 }, locale })
    await page.goto(`${site.url}/submit`)
    await page.getByRole('main').getByRole('link', { name: said.signIn }).click()
    // Both pages link to the one that creates an account. A press on the link of the page that is just being replaced would be lost.
    await page.getByRole('heading', { name: said.signIn }).waitFor()
    await page.getByRole('main').getByRole('link', { name: said.create }).click()
    await page.getByLabel(said.userName, { exact: true }).fill(name)
    await page.getByLabel(said.password, { exact: true }).fill('short')
    await page.getByRole('button', { name: said.send }).click()
    await page.getByText(said.short).waitFor()
    await page.getByLabel(said.password, { exact: true }).fill('she plays pinball')
    await page.getByRole('button', { name: said.send }).click()
    await page.waitForURL('**/submit')
    await page.getByRole('combobox', { name: said.machine }).fill('medival mad')
    await page.getByRole('option', { name: /Medieval Madness/ }).click()
    await page.getByLabel('Score').pressSequentially('250000000')
    expect(await page.getByLabel('Score').inputValue()).toBe(typed[0])
    await page.getByText(said.doubt).waitFor()
    await page.getByLabel('Score').press('Backspace')
    expect(await page.getByLabel('Score').inputValue()).toBe(typed[1])
    await page.getByRole('button', { name: said.add }).click()
    await page.getByRole('heading', { name: said.done }).waitFor()
    await page.getByRole('link', { name: said.board }).click()
    const row = page.getByRole('row', { name: new RegExp(name) })
    await row.waitFor()
    expect(await row.textContent()).toContain(typed[1])
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('hears what was wrong with a password without learning who has an account', async () => {
    const { page, problems } = await openPage(browser, { motion: true })
    await page.goto(`${site.url}/sign-in`)
    const messages: string[] = []
    for (const name of ['ann', 'nobody at all']) {
      await page.getByLabel('User name or email').fill(name)
      await page.getByLabel('Password', { exact: true }).fill('wrong password')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      messages.push((await page.getByRole('alert').filter({ hasText: 'Wrong user name' }).textContent()) ?? '')
      await page.getByLabel('User name or email').fill('')
    }
    expect(messages[0]).toBe(messages[1])
    expect(problems).toEqual([])
  })
})

describe('somebody who is signed in', () => {
  it('is told what a score below the own best did, not that it is the grand champion', async () => {
    const gus = await signUp(site.endpoint, 'gus')
    await gus.submit(machineId, 373_000_000)
    const { page, problems } = await openPage(browser, { motion: true, viewport: { width: 390, height: 844 } })
    await page.goto(`${site.url}/sign-in?next=${encodeURIComponent(`/submit?machine=${machineId}`)}`)
    await page.getByLabel('User name or email').fill('gus')
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const submit = async (value: string): Promise<void> => {
      await page.getByLabel('Score', { exact: true }).fill(value)
      await page.getByRole('button', { name: 'Add score' }).click()
    }
    await submit('21000000')
    await page.getByRole('heading', { name: 'Score added' }).waitFor()
    const { players } = (await gus.call('boards.place', { scope: { machineId }, userId: gus.userId })) as { players: number }
    const bests = (
      (await gus.call('boards.around', { scope: { machineId }, userId: gus.userId, radius: 25 })) as { rows: { value: number }[] }
    ).rows
    const place = bests.filter(({ value }) => value > 21_000_000).length
    await page.getByText(`On its own, this score would be #${place} of ${players} here.`).waitFor()
    await page.getByText(`Your best is still 373,000,000, #1 of ${players}.`).waitFor()
    expect(await page.getByText('Grand champion!').count()).toBe(0)
    await page.getByRole('button', { name: 'Add another' }).click()
    await submit('374000000')
    await page.getByRole('heading', { name: 'Grand champion!' }).waitFor()
    expect(problems).toEqual([])
    await gus.disconnect()
    await page.context().close()
  })

  it('stays so over a reload, is followed by another tab, and takes a score back', async () => {
    const { page, problems } = await openPage(browser, { motion: true })
    await page.goto(`${site.url}/sign-in`)
    await page.getByLabel('User name or email').fill('ann')
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`${site.url}/`)
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()

    const other = await page.context().newPage()
    await other.goto(`${site.url}/scores/${scoreId}`)
    await other.getByRole('button', { name: 'Remove score' }).click()
    await other.getByRole('button', { name: 'Remove score' }).last().click()
    await other.getByRole('heading', { name: 'This score was removed.' }).waitFor()

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
    await other.getByRole('link', { name: 'Sign in' }).first().waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    expect(problems).toEqual([])
  })
})

describe('every page', () => {
  it('has no serious accessibility problem (axe), on a phone and on a desktop, in dark and light mode', async () => {
    const { scoreId: shown } = await ann.submit(machineId, 31_000_000)
    const paths = [
      ...['/', '/?before=none', '/machines', '/machines?q=nothing+like+it', `/machines/${machineId}`, `/scores/${shown}`, '/players/bea'],
      ...['/submit', `/submit?machine=${machineId}`, '/sign-in', '/sign-up', '/privacy', '/child-safety', '/nowhere'],
    ]
    const found: string[] = []
    const { page } = await openPage(browser, { motion: true })
    for (const path of paths) {
      await page.goto(site.url + path)
      await page.locator('main').waitFor()
      found.push(...(await findAccessibilityProblemsInBothThemes(page, path)))
    }
    await page.context().close()
    expect(found).toEqual([])
  })

  it('is never wider than the screen, from 360 px to 4K', async () => {
    const { page } = await openPage(browser, { motion: true })
    for (const path of ['/', '/machines', `/machines/${machineId}`, '/players/bea', '/submit', '/sign-up', '/privacy']) {
      await page.goto(site.url + path)
      expect(await findOverflowingWidths(page), path).toEqual([])
    }
    await page.context().close()
  })
})

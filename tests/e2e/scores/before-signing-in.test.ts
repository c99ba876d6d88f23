import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillLoginForm } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblems, type ObservedPage, openBrowser, openPage, waitUntilLive } from '../helpers/browser.ts'
import { PASSWORD, type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let site: Site
let browser: Browser
let ann: Player
let photo: { name: string; mimeType: string; buffer: Buffer }

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  ann = await signUp(site.endpoint, 'ann')
  const buffer = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
  photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
})

afterAll(async () => {
  await ann?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

const PHONE = { viewport: { width: 390, height: 844 } }

async function openForm(): Promise<ObservedPage> {
  const observed = await openPage(browser, PHONE)
  await observed.page.goto(`${site.url}/submit`)
  await waitUntilLive(observed)
  return observed
}

const score = (page: Page) => page.getByLabel('Score', { exact: true })
const machine = (page: Page) => page.getByRole('combobox', { name: 'Machine' })
const main = (page: Page) => page.getByRole('main')

async function type(page: Page, value: string): Promise<void> {
  await machine(page).fill('medieval mad')
  await page.getByRole('option', { name: /Medieval Madness/ }).click()
  await score(page).fill(value)
}

async function createAccount(page: Page, name: string): Promise<void> {
  await page.getByLabel('User name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** What the visible part of the window shows of an element: true if all of it. */
const isInView = (page: Page, text: string): Promise<boolean> =>
  main(page)
    .getByText(text, { exact: true })
    .evaluate(element => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= window.innerHeight
    })

describe('a score that was typed before signing in', () => {
  it('is in the form after an account was created, by way of the sign-in page and a reload, with its photo and comment', async () => {
    const { page, problems } = await openForm()
    await type(page, '7654321')
    await page.getByLabel('Comment').fill('the best ball ever')
    await page.getByLabel('Choose a photo').setInputFiles(photo)
    await page.getByText('Photo ready').waitFor()
    await page.getByText('Sign in to post your score').waitFor()
    await main(page).getByRole('link', { name: 'Sign in' }).click()
    // The page before has such a link too.
    await page.waitForURL('**/sign-in*')
    await main(page).getByRole('link', { name: 'Create' }).click()
    await page.waitForURL('**/sign-up*')
    await page.reload()
    await createAccount(page, 'bea')
    await page.waitForURL('**/submit?machine=*')
    await expect.poll(() => score(page).inputValue()).toBe('7,654,321')
    await page.getByText('Photo ready').waitFor()
    expect([await machine(page).inputValue(), await page.getByLabel('Comment').inputValue()]).toEqual([
      expect.stringContaining('Medieval Madness'),
      'the best ball ever',
    ])
    await page.getByRole('button', { name: 'Add score' }).click()
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    // It is not offered again once it was sent.
    await page.goto(`${site.url}/submit`)
    await machine(page).waitFor()
    expect(await score(page).inputValue()).toBe('')
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('is in the form after signing in and after a reload, for whoever typed it and no other player', async () => {
    const observed = await openForm()
    const { page, problems } = observed
    await type(page, '1234567')
    await page.reload()
    await expect.poll(() => score(page).inputValue()).toBe('1,234,567')
    await main(page).getByRole('link', { name: 'Sign in' }).click()
    await fillLoginForm(page, 'ann')
    await page.waitForURL('**/submit?machine=*')
    await expect.poll(() => score(page).inputValue()).toBe('1,234,567')
    await score(page).fill('7777777')
    // Where the window is wide, the button is on every page.
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('Sign in to post your score').waitFor()
    await page.setViewportSize(PHONE.viewport)
    observed.frames.length = 0
    await page.goto(`${site.url}/submit`)
    await waitUntilLive(observed)
    expect(await score(page).inputValue()).toBe('')
    expect(problems).toEqual([])
    await page.context().close()
  })
})

describe('a score that was saved on the device before signing in', () => {
  it('is shown as saved at once, again after an account was created, and is sent from there, once', async () => {
    const { page, problems } = await openForm()
    await type(page, '9000001')
    await page.getByRole('button', { name: 'Save on this device' }).click()
    await page.getByRole('heading', { name: 'Saved' }).waitFor()
    expect(await isInView(page, '9,000,001')).toBe(true)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Saved')
    await main(page).getByRole('link', { name: 'Create account' }).click()
    await createAccount(page, 'cyd')
    await page.waitForURL('**/submit?*')
    await page.getByRole('heading', { name: 'Saved' }).waitFor()
    expect([await isInView(page, '9,000,001'), await score(page).count()]).toEqual([true, 0])
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Saved')
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Yes, it’s mine – send it' }).click()
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    expect(await main(page).getByText('On this device').count()).toBe(0)
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('leaves "On this device" as soon as it is sent from the list', async () => {
    const { page, problems } = await openForm()
    await type(page, '9000002')
    await page.getByRole('button', { name: 'Save on this device' }).click()
    await page.getByRole('button', { name: 'Add another' }).click()
    await page.getByRole('heading', { name: 'On this device' }).waitFor()
    await page.goto(`${site.url}/sign-in?next=/submit`)
    await fillLoginForm(page, 'ann')
    await page.waitForURL('**/submit')
    await page.getByRole('button', { name: 'Yes, it’s mine – send it' }).click()
    await page.getByRole('heading', { name: 'Just sent' }).waitFor()
    expect(await page.getByRole('heading', { name: 'On this device' }).count()).toBe(0)
    await page.getByRole('listitem').filter({ hasText: '9,000,002' }).getByText('On the board').waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, type ObservedPage, openBrowser, untilRendered, waitUntilLive } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let site: Site
let browser: Browser
let ann: Player
let machineId: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  ann = await signUp(site.endpoint, 'ann')
  machineId = await ann.findMachine('medieval madness')
})

afterAll(async () => {
  await ann?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

const PHONE = { viewport: { width: 390, height: 844 } }
const UNREAD = 'That isn’t a whole number. Enter it like 1,234,567.'

async function openForm(): Promise<ObservedPage> {
  const observed = await openSignedIn(browser, site, 'ann', { ...PHONE, path: `/submit?machine=${machineId}` })
  await waitUntilLive(observed)
  await observed.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return observed
}

const score = (page: Page) => page.getByLabel('Score', { exact: true })

/** Empties the field and pastes a text into it from the clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(copied => navigator.clipboard.writeText(copied), text)
  await score(page).fill('')
  await score(page).press('ControlOrMeta+v')
}

/** Empties the field and types a text, key by key. */
async function type(page: Page, text: string): Promise<void> {
  await score(page).fill('')
  await score(page).pressSequentially(text)
}

describe('a score', () => {
  it('that is pasted with separators and decimals is the same number, or is refused', async () => {
    const { page, problems } = await openForm()
    for (const text of ['1,234,567.00', '1.234.567,00', '1234567', '1’234’567.00', '١٬٢٣٤٬٥٦٧٫٠٠', '１２３４５６７', '1,234,567\n']) {
      await paste(page, text)
      expect([text, await score(page).inputValue()]).toEqual([text, '1,234,567'])
      expect(await page.getByText(UNREAD).count()).toBe(0)
    }
    for (const text of ['1,234,567.50', '1.2M', '1e6', '-1234567', '1234567\n7654321']) {
      await paste(page, text)
      await page.getByText(UNREAD).waitFor()
      await page.getByRole('button', { name: 'Add score' }).click()
      await untilRendered(page)
      expect([text, await page.getByText(UNREAD).count()]).toEqual([text, 1])
    }
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('can be typed with the separators of any country, and is read when the field is left', async () => {
    const { page, problems } = await openForm()
    for (const text of ['1234567', '1,234,567', '1.234.567', '1234567.00', '١٢٣٤٥٦٧', '1 234 567', '۱۲۳۴۵۶۷']) {
      await type(page, text)
      expect([text, await page.getByText(UNREAD).count()]).toEqual([text, 0])
      await score(page).blur()
      await expect.poll(async () => [text, await score(page).inputValue()]).toEqual([text, '1,234,567'])
    }
    await type(page, '12.5')
    expect(await page.getByText(UNREAD).count()).toBe(0)
    await score(page).blur()
    await page.getByText(UNREAD).waitFor()
    expect(await score(page).inputValue()).toBe('12.5')
    // What was refused is not continued as another number.
    await score(page).press('End')
    await score(page).pressSequentially('0')
    await score(page).blur()
    expect(await score(page).inputValue()).toBe('12.50')
    await type(page, '1.234.567,00')
    await page.getByRole('button', { name: 'Add score' }).click()
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    await page.getByRole('main').getByText('1,234,567', { exact: true }).waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })
})

describe('a field for digits', () => {
  it('shows and sends 0 to 9, whatever the keyboard writes', async () => {
    const observed = await openSignedIn(browser, site, 'ann', { ...PHONE, path: '/account' })
    await waitUntilLive(observed)
    const { page, problems } = observed
    const field = page.getByLabel('IFPA number')
    await field.fill('')
    await field.pressSequentially('١٢۳４')
    expect(await field.inputValue()).toBe('1234')
    await field.press('ArrowLeft')
    await field.pressSequentially('٩')
    expect(await field.inputValue()).toBe('12394')
    expect(problems).toEqual([])
    await page.context().close()
  })
})

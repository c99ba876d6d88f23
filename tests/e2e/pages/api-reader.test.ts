import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeBrowser, findAccessibilityProblemsInBothThemes, openBrowser, openPage } from '../helpers/browser.ts'
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

it.each([390, 1280])('at %i px an operation is found and opened by the keyboard alone, without anything from another site', async width => {
  const { page, problems } = await openPage(browser, { viewport: { width, height: 844 } })
  const foreign: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(`${site.url}/`) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  await page.goto(`${site.url}/api`)
  const found = page.locator('#found')
  await found.getByText(/^(\d+) of \1 operations$/).waitFor()
  const isFocused = (): Promise<boolean> => page.evaluate(() => document.activeElement?.id === 'find')
  while (!(await isFocused())) await page.keyboard.press('Tab')
  await page.keyboard.type('Submit scores.')
  await found.getByText(/^1 of/).waitFor()
  const operation = page.getByRole('button', { name: '/api/v1/scores/submit' })
  while (!(await operation.evaluate(each => each === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('A parameter or a field is wrong, unknown or missing').waitFor()
  expect(await operation.getAttribute('aria-expanded')).toBe('true')
  expect(new URL(page.url()).hash).toBe('#/scores/scores.submit')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  expect([...problems, ...foreign]).toEqual([])
  await page.context().close()
})

it('has no problem that axe finds, whatever is found and opened', async () => {
  const { page, problems } = await openPage(browser)
  await page.goto(`${site.url}/api#/scores/scores.submit`)
  await page.getByText('A parameter or a field is wrong, unknown or missing').waitFor()
  const search = page.getByLabel('Find operations')
  await search.fill('nothing has these words')
  await page.locator('#found').getByText(/^0 of/).waitFor()
  expect(await page.locator('#reader').isVisible()).toBe(false)
  await search.fill('/api/v1/boards/top')
  await page.getByRole('button', { name: '/api/v1/boards/top' }).click()
  // The example of an argument that is an object.
  await page.getByText('"machineId": "019a3c52').first().waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'reading')).toEqual([])
  await search.fill('scores.submit')
  await page.locator('.tablinks', { hasText: 'Schema' }).first().click()
  await page.getByRole('button', { name: 'Expand all' }).first().click()
  expect(await findAccessibilityProblemsInBothThemes(page, 'writing')).toEqual([])
  expect(problems).toEqual([])
  await page.context().close()
})

it('opens the operation that the address names', async () => {
  const { page, problems } = await openPage(browser)
  await page.goto(`${site.url}/api#/machines/machines.search`)
  const operation = page.locator('.opblock.is-open')
  await operation.getByText('/api/v1/machines/search').waitFor()
  await operation.getByText('Responses').waitFor()
  expect(problems).toEqual([])
  await page.context().close()
})

it('says that the document did not come, and loads it again', async () => {
  const { page } = await openPage(browser, { locale: 'de' })
  await page.route('**/api/openapi.json', route => route.abort(), { times: 1 })
  await page.goto(`${site.url}/api`)
  await page.getByRole('alert').getByText('Die Aufrufe konnten nicht geladen werden.').waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'failed')).toEqual([])
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await page
    .locator('#found')
    .getByText(/^(\d+) von \1 Aufrufen$/)
    .waitFor()
  await page.context().close()
})

it('has the guide and the way to the document without JavaScript', async () => {
  const { page, problems } = await openPage(browser, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  await page.goto(`${site.url}/api`)
  const words = page.locator('noscript p')
  await words.waitFor()
  expect(await words.textContent()).toMatch(/^This list needs JavaScript\./)
  expect(await page.getByRole('link', { name: 'OpenAPI document' }).getAttribute('href')).toBe('/api/openapi.json')
  await page.getByText('How the API works', { exact: true }).click()
  await page.getByText(`curl '${site.url}/api/v1/machines/search?text=medieval'`).waitFor()
  expect(problems).toEqual([])
  await page.context().close()
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, openBrowser } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let site: Site
let browser: Browser
let player: Player

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  player = await signUp(site.endpoint, 'kim')
})
afterAll(async () => {
  await player?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

it.each([390, 1280])('at %i px a player makes a key, reads with it, and revokes it', async width => {
  const viewport = { width, height: 844 }
  const { page, problems } = await openSignedIn(browser, site, 'kim', { viewport, path: '/account' })
  const panel = page.getByRole('region', { name: 'API keys' })
  await panel.getByText('You have no keys.').waitFor()
  await panel.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make key' }).click()
  await dialog.getByText('Say what it is for.').waitFor()
  await dialog.getByLabel('What it is for').fill('Scoreboard of the club')
  expect(await findAccessibilityProblemsInBothThemes(page, 'new key')).toEqual([])
  await page.setViewportSize(viewport)
  await dialog.getByRole('button', { name: 'Make key' }).click()
  const secret = (await dialog.locator('code').textContent())!
  expect(secret).toMatch(/^skillshot_[\w-]{43}$/)
  const read = (): Promise<Response> => fetch(`${site.url}/api/v1/groups/mine`, { headers: { authorization: `Bearer ${secret}` } })
  expect((await read()).status).toBe(200)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await panel.getByText('Scoreboard of the club').waitFor()
  expect(await panel.textContent()).not.toContain(secret)
  expect(await findAccessibilityProblemsInBothThemes(page, 'keys')).toEqual([])
  await page.setViewportSize(viewport)
  await panel.getByRole('button', { name: 'Revoke Scoreboard of the club' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await panel.getByText('You have no keys.').waitFor()
  expect((await read()).status).toBe(401)
  expect(problems).toEqual([])
  await page.context().close()
})

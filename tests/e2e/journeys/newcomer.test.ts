import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as m from '#messages'
import { closeBrowser, openBrowser, openPage } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'
import { Person } from './person.ts'

const PHONE = { motion: true, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
let site: Site
let browser: Browser
let rival: Player

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  rival = await signUp(site.endpoint, 'rival')
  const machineId = await rival.findMachine('medieval madness')
  for (const value of [30_000_000, 20_000_000]) await rival.submit(machineId, value)
})

afterAll(async () => {
  await rival?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

it('lets a newcomer with a phone get from the front page to a score on a board with at most eight taps', async () => {
  const { page, problems } = await openPage(browser, PHONE)
  const person = new Person(page, true)
  await page.goto(site.url)
  const main = page.getByRole('main')
  const header = page.getByRole('banner')
  for (const name of [m.ui_create_account(), m.ui_sign_in()]) {
    const link = await header.getByRole('link', { name, exact: true }).boundingBox()
    const search = await header.getByRole('button', { name: m.search_search() }).boundingBox()
    expect(link?.height, name).toBeGreaterThanOrEqual(44)
    expect(link!.x, name).toBeGreaterThanOrEqual(search!.x + search!.width)
  }
  await person.tap(page.getByRole('navigation').getByRole('link', { name: m.ui_add_score() }))
  await person.tap(main.getByRole('link', { name: m.ui_create_account() }))
  await person.tap(page.getByLabel('User name', { exact: true }))
  await person.typeName('zoe')
  await person.tap(page.getByLabel('Password', { exact: true }))
  await person.type('zoe plays pinball')
  await person.press('Create account')
  await page.waitForURL('**/submit')
  await person.tap(page.getByRole('combobox', { name: m.ui_machine(), exact: true }))
  await person.type('medi')
  await person.tap(page.getByRole('option', { name: /Medieval Madness/ }))
  // The field of the score has the focus now.
  await person.type('25000000')
  await person.press(m.ui_add_score())
  await page.getByRole('heading', { name: /board|podium/i }).waitFor()
  const lastMove = await page.evaluate(() =>
    Math.max(...document.getAnimations().map(each => Number(each.effect?.getComputedTiming().endTime))),
  )
  expect(lastMove, 'ms until the joy stands still').toBeLessThanOrEqual(1000)
  person.report('a newcomer gets from the front page to a score on a board')
  expect(person.effort.taps).toBeLessThanOrEqual(8)

  const neighbours = page.getByRole('list', { name: 'Medieval Madness', exact: true }).getByRole('listitem')
  await neighbours.filter({ hasText: 'rival' }).filter({ hasText: '30,000,000' }).waitFor()
  await expect.poll(() => neighbours.allInnerTexts()).toEqual([expect.stringContaining('rival'), expect.stringContaining('zoe')])
  await page.getByRole('button', { name: 'Share' }).waitFor()
  await page.getByRole('link', { name: 'View board' }).tap()
  await page.getByRole('row', { name: /zoe.*25,000,000/ }).waitFor()
  expect(problems).toEqual([])
  await page.context().close()
})

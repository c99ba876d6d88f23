import type { Browser } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HookReceiver } from '../../integration/fakes/hook-receiver.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, findOverflowingWidths, openBrowser } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let site: Site
let browser: Browser
let receiver: HookReceiver
let ann: Player
const groupId = v7()

beforeAll(async () => {
  receiver = await new HookReceiver().open()
  site = await startSite({ RATE_LIMITS: 'off', WEBHOOK_TARGETS: 'any' })
  browser = await openBrowser()
  ann = await signUp(site.endpoint, 'ann')
  await ann.call('groups.add', { _id: groupId, name: 'Silverball League', visibility: 'private' })
})
afterAll(async () => {
  await ann?.disconnect()
  await closeBrowser(browser)
  await site?.close()
  await receiver?.close()
})

it('an owner adds a webhook, sees its secret once, tests it, reads its log, sends a message again and switches it off, by keyboard too', async () => {
  const { page, problems } = await openSignedIn(browser, site, 'ann', { path: `/groups/${groupId}` })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'webhooks-none')).toEqual([])
  await page.getByRole('button', { name: 'Add webhook' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const save = () => dialog.getByRole('button', { name: 'Add webhook' }).click()
  await save()
  await dialog.getByText('Enter the address.').waitFor()
  await dialog.getByLabel('Name').fill('Bot')
  await dialog.getByLabel('Address').fill(`${receiver.url}/bot`)
  await dialog.getByLabel('Score added').press('Space')
  expect(await findAccessibilityProblemsInBothThemes(page, 'webhook-add')).toEqual([])
  await save()
  await page.getByText(/^whsec_/).waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'webhook-secret')).toEqual([])
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  const hook = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Bot' }) })
  await hook.getByRole('button', { name: 'Send test' }).click()
  await hook.getByText('Delivered').waitFor()
  expect(receiver.at('/bot').map(({ message }) => message.type)).toEqual(['webhook.test'])
  expect(await page.getByText(/whsec_/).count()).toBe(0)
  await hook.getByRole('button', { name: 'New secret' }).click()
  await dialog.getByRole('button', { name: 'Make new secret' }).click()
  await page.getByText(/^whsec_/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep it open' }).click()
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  receiver.answer = { status: 500, body: 'I am full' }
  await hook.getByRole('button', { name: 'Send again: Test: Bot' }).click()
  await hook.getByText('The last message didn’t arrive.').waitFor()
  await hook.getByText('The server answered 500').waitFor()
  await hook.getByRole('button', { name: 'Details: Test: Bot' }).click()
  await hook.getByText('I am full').waitFor()
  await hook.getByText('"type":"webhook.test"').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await findAccessibilityProblemsInBothThemes(page, 'webhook-failing')).toEqual([])
  expect(await findOverflowingWidths(page)).toEqual([])
  await hook.getByRole('button', { name: 'Switch off' }).click()
  await hook.getByText('Switched off. Nothing is sent.').waitFor()
  await hook.getByRole('button', { name: 'Remove webhook' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove webhook' }).click()
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
  expect(problems).toEqual([])
  await page.context().close()
})

it('the form of a webhook asks before it is given up with filters or types that were chosen', async () => {
  // By way of the sign-in: for whoever is not signed in yet, a private group is not there.
  const { page, problems } = await openSignedIn(browser, site, 'ann', { path: `/webhooks?group=${groupId}`, ownSession: true })
  const dialog = page.getByRole('dialog').first()
  const question = page.getByRole('dialog', { name: 'Discard what you’ve entered?' })
  const open = () => page.getByRole('button', { name: 'Add webhook' }).click()
  const discard = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'Close' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await open()
  await dialog.getByRole('combobox', { name: 'Machine' }).fill('attack from m')
  await page.getByRole('option', { name: /Attack from Mars/ }).click()
  await dialog.getByRole('button', { name: /^Remove Attack from Mars/ }).waitFor()
  await discard()
  await open()
  await dialog.getByLabel('New record on a machine').press('Space')
  await discard()
  // What was put back as it was is nothing to ask about.
  await open()
  for (let i = 0; i < 2; i++) await dialog.getByLabel('New record on a machine').press('Space')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await page.context().close()
})

it('the page of a group that one does not own does not exist, nor that of the site', async () => {
  const bo = await signUp(site.endpoint, 'bo')
  for (const path of [`/webhooks?group=${groupId}`, '/webhooks']) {
    const { page } = await openSignedIn(browser, site, 'bo', { path })
    await page.getByRole('heading', { name: 'Tilt. There’s nothing here.' }).waitFor()
    await page.context().close()
  }
  await bo.disconnect()
})

import type { Browser } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, findOverflowingWidths, openBrowser } from '../helpers/browser.ts'
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

it('says that the list did not come, and loads it again when asked to', async () => {
  const { page, problems } = await openSignedIn(browser, site, 'kim', { path: '/players/kim' })
  let isFailing = true
  await page.routeWebSocket('**/websocket', socket => {
    const server = socket.connectToServer()
    socket.onMessage(frame => {
      const { msg, id, method } = JSON.parse(String(frame)) as { msg: string; id: string; method?: string }
      if (msg !== 'method' || method !== 'keys.mine' || !isFailing) return server.send(frame)
      socket.send(JSON.stringify({ msg: 'updated', methods: [id] }))
      socket.send(JSON.stringify({ msg: 'result', id, error: { error: 500, reason: 'Internal server error' } }))
    })
  })
  await page.goto(`${site.url}/account`)
  const panel = page.getByRole('region', { name: 'API keys' })
  await panel.getByRole('alert').waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'a list that did not come')).toEqual([])
  await panel.getByRole('button', { name: 'Try again' }).click()
  await panel.getByRole('alert').waitFor()
  isFailing = false
  await panel.getByRole('button', { name: 'Try again' }).click()
  await panel.getByRole('button', { name: 'New key' }).waitFor()
  expect(await panel.getByRole('alert').count()).toBe(0)
  expect(problems).toEqual([])
  await page.context().close()
})

it('asks before it closes on a new key that was not copied: on Escape, on the way back and on a tap beside it', async () => {
  const { page, problems } = await openSignedIn(browser, site, 'kim', { path: '/players/kim' })
  await page.context().grantPermissions(['clipboard-write'])
  // Within the page, so that there is one to go back to.
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New key' })
  await dialog.getByLabel('What it is for').fill('Scoreboard of the club')
  await dialog.getByRole('button', { name: 'Make key' }).click()
  const secret = dialog.getByText(/^skillshot_/)
  await secret.waitFor()
  const question = page.getByRole('dialog', { name: 'Have you saved it?' })
  for (const leave of [() => page.keyboard.press('Escape'), () => page.evaluate(() => history.back()), () => page.mouse.click(5, 5)]) {
    await leave()
    await question.waitFor()
    await question.getByRole('button', { name: 'Keep it open' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await secret.isVisible()).toBe(true)
  }
  await page.keyboard.press('Escape')
  await question.waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'a key not copied')).toEqual([])
  await question.getByRole('button', { name: 'Keep it open' }).click()
  await dialog.getByRole('button', { name: 'Copy key' }).click()
  await dialog.getByRole('button', { name: 'Copied.' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await question.count()).toBe(0)
  await page.getByRole('button', { name: 'Revoke Scoreboard of the club' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('You have no keys.').waitFor()
  expect(problems).toEqual([])
  await page.context().close()
})

it.each([390, 1280])('at %i px an administrator sees whose keys there are, page by page, and revokes one', async width => {
  const viewport = { width, height: 844 }
  const boss = `boss${width}`
  const director = await signUp(site.endpoint, boss)
  await site.admin('roles', '--add', 'admin', '--username', boss)
  const machineId = await director.findMachine('attack from mars')
  const eventId = v7()
  const span = { startsAt: new Date(), endsAt: new Date(Date.now() + 3_600_000) }
  await director.call('events.add', {
    _id: eventId,
    name: 'Selfie league',
    ...span,
    format: { kind: 'high-score' },
    machineIds: [machineId],
  })
  // As many as a page shows, of several players: the oldest is on the next page.
  const makers = await Promise.all([0, 1, 2, 3].map(n => signUp(site.endpoint, `maker${width}x${n}`)))
  const [oldest, ...ids] = Array.from({ length: 51 }, () => v7())
  await makers[0]!.call('keys.add', { _id: oldest, name: 'The first one', scopes: ['read'], eventId })
  for (const [n, _id] of ids.entries()) await makers[1 + (n % 3)]!.call('keys.add', { _id, name: `Key ${n}`, scopes: ['read', 'run'] })
  const { page, problems } = await openSignedIn(browser, site, boss, { viewport, path: '/admin/keys' })
  const keys = page.getByRole('main').getByRole('listitem')
  await keys.filter({ hasText: 'Key 49' }).getByText('runs events, groups, seasons and venues').waitFor()
  expect(await keys.count()).toBe(50)
  const first = keys.filter({ hasText: 'The first one' })
  expect(await first.count()).toBe(0)
  await page.getByRole('button', { name: 'Older keys' }).click()
  await first.getByRole('link', { name: 'Selfie league' }).waitFor()
  expect(await first.getByRole('link', { name: `maker${width}x0` }).getAttribute('href')).toBe(`/players/maker${width}x0`)
  expect(await page.getByRole('button', { name: 'Older keys' }).count()).toBe(0)
  expect(await findAccessibilityProblemsInBothThemes(page, 'keys of all')).toEqual([])
  expect(await findOverflowingWidths(page)).toEqual([])
  await page.setViewportSize(viewport)
  await page.context().setOffline(true)
  await first.getByRole('button', { name: 'Revoke The first one' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.context().setOffline(false)
  await first.waitFor({ state: 'detached' })
  expect(problems.filter(line => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  await page.goto(`${site.url}/admin/log`)
  await page.getByRole('listitem').filter({ hasText: 'Revoked an API key' }).filter({ hasText: 'The first one' }).first().waitFor()
  await page.context().close()
  for (const maker of [...makers, director]) {
    for (const { keyId } of (await maker.call('keys.mine', {})) as { keyId: string }[]) await maker.call('keys.revoke', { keyId })
    await maker.disconnect()
  }
})

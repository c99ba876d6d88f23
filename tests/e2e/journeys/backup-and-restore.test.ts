import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, openBrowser } from '../helpers/browser.ts'
import { signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'skillshot-journey-'))
const SCORE = 31_415_926_530

let site: Site
let browser: Browser

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
})
afterAll(async () => {
  await closeBrowser(browser)
  await site?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a program as an operator does, on a data folder. @returns what it prints; rejects if it fails */
const run = async (dataDir: string, ...args: string[]): Promise<string> =>
  (
    await promisify(execFile)(process.execPath, ['scripts/run.mjs', ...args], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    })
  ).stdout

it('backup and restore of a branded site: in the administration, then by the commands that its page names', async () => {
  const boss = await signUp(site.endpoint, 'boss')
  await site.admin('roles', '--add', 'admin', '--username', 'boss')
  const machineId = await boss.findMachine('medieval madness')
  await boss.submit(machineId, SCORE)
  await boss.call('settings.update', { name: 'Flipper Verein', accentColor: '#1f6feb' })

  const { page, problems, sent } = await openSignedIn(browser, site, 'boss')
  await page.goto(`${site.url}/admin`)
  await page.getByText('None recorded').waitFor()
  await page.goto(`${site.url}/admin/backups`)
  await page.getByText('No backups yet').waitFor()
  await page.getByRole('button', { name: 'Back up now' }).click()
  const download = page.getByRole('button', { name: /^Download skillshot-/ })
  await download.waitFor()
  // So that a call that is sent again after its answer was lost makes no second backup.
  expect(sent.filter(frame => frame.includes('"backups.begin"'))).toEqual([expect.stringContaining('"_id":"')])
  const [received] = await Promise.all([page.waitForEvent('download'), download.click()])
  const file = join(folder, received.suggestedFilename())
  await received.saveAs(file)
  await page.getByText(`npm run restore -- ${received.suggestedFilename()}`).waitFor()
  await page.goto(`${site.url}/admin`)
  await page.getByRole('region', { name: 'Health' }).getByText('Last backup').waitFor()
  expect(await page.getByText('None recorded').count()).toBe(0)
  // Without JavaScript an admin page is not there, so it is answered with 404 before it is shown.
  expect(problems.filter(problem => !problem.includes('404'))).toEqual([])

  const copy = join(folder, 'new')
  expect(await run(copy, 'backup', '--verify', file)).toContain('It was restored into a temporary database')
  expect(await run(copy, 'restore', file)).toContain('The site is as it was at')
  await site.stop()
  const restored = await startSite({ RATE_LIMITS: 'off', DATA_DIR: copy })
  try {
    await page.goto(`${restored.url}/machines/${machineId}`)
    await page.getByText('31,415,926,530').first().waitFor()
    expect(await page.title()).toContain('Flipper Verein')
    expect(await (await fetch(`${restored.url}/manifest.webmanifest`)).json()).toMatchObject({ name: 'Flipper Verein' })
    const accent = await page.locator('link[rel=stylesheet]').evaluateAll(links => links.map(link => link.getAttribute('href')))
    const styles = await Promise.all(accent.map(async href => (await fetch(restored.url + href)).text()))
    expect(styles.join('\n')).toContain('#1f6feb')
    const again = await openSignedIn(browser, restored, 'boss')
    await again.page.goto(`${restored.url}/admin/backups`)
    // A restored site begins with an empty list, so that it deletes nothing of the former one.
    await again.page.getByText('No backups yet').waitFor()
  } finally {
    await restored.close()
  }
  await boss.disconnect()
}, 180_000)

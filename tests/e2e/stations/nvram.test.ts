import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblems, openBrowser } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const map = {
  _fileformat: 0.8,
  _metadata: { platform: 'example' },
  high_scores: ['Grand Champion', 'First Place'].map((label, row) => ({
    label,
    initials: { encoding: 'ch', start: row * 8, length: 3 },
    score: { encoding: 'bcd', start: row * 8 + 3, length: 5 },
  })),
}

let folder: string
let site: Site
let browser: Browser
let keeper: Player
let slug: string
let station: { venueId: string; stationId: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-'))
  for (const part of ['maps', 'platforms']) await mkdir(join(folder, part))
  await writeFile(join(folder, 'index.json'), JSON.stringify({ example_l1: 'maps/example.map.json' }))
  await writeFile(join(folder, 'maps/example.map.json'), JSON.stringify(map))
  await writeFile(join(folder, 'platforms/example.json'), JSON.stringify({ memory_layout: [{ type: 'nvram', address: 0, size: 16 }] }))
  site = await startSite({ RATE_LIMITS: 'off', NVRAM_MAPS: folder })
  browser = await openBrowser()
  keeper = await signUp(site.endpoint, 'keeper')
  const machineId = await keeper.findMachine('attack from mars')
  const venue: { venueId: string; slug: string } = await keeper.call('venues.add', { _id: v7(), name: 'Silverball Cellar' })
  slug = venue.slug
  await keeper.call('venues.setMachines', { venueId: venue.venueId, machineIds: [machineId], was: [] })
  const { stationId }: { stationId: string } = await keeper.call('stations.pair', { _id: v7(), venueId: venue.venueId, machineId })
  station = { venueId: venue.venueId, stationId }
})
afterAll(async () => {
  await keeper?.disconnect()
  await closeBrowser(browser)
  await site?.close()
  await rm(folder, { recursive: true })
})

const fileOf = (rows: readonly (readonly [initials: string, score: string])[]) => ({
  name: 'EXAMPLE_L1.nv',
  mimeType: 'application/octet-stream',
  buffer: Buffer.concat(rows.map(([initials, score]) => Buffer.concat([Buffer.from(initials), Buffer.from(score, 'hex')]))),
})

it('a manager sees what a file of PinMAME would report before it does, and finds the new score among the reported games', async () => {
  const { page } = await openSignedIn(browser, site, 'keeper', { path: `/venues/${slug}/stations` })
  const panel = page.getByRole('region', { name: 'High scores of a virtual machine' })
  const choose = (rows: readonly (readonly [string, string])[]) => panel.locator('input[type=file]').setInputFiles(fileOf(rows))
  const rows = panel.getByRole('list', { name: 'High scores in the file' }).getByRole('listitem')
  const press = (name: string) => panel.getByRole('button', { name }).click()

  await choose([
    ['AAA', '0000005000'],
    ['BBB', '0000004000'],
  ])
  await expect.poll(() => panel.getByRole('textbox', { name: 'ROM' }).inputValue()).toBe('example_l1')
  await press('Show the high scores')
  await expect.poll(() => rows.allInnerTexts()).toEqual(['Grand Champion AAA 5,000', 'First Place BBB 4,000'])
  await press('Remember these high scores')
  await expect.poll(() => panel.getByRole('status').innerText()).toContain('These high scores are known now.')

  await choose([
    ['ZOE', '0012345670'],
    ['AAA', '0000005000'],
  ])
  await press('Show the high scores')
  await expect.poll(() => rows.allInnerTexts()).toEqual(['Grand Champion ZOE 12,345,670\nnew', 'First Place AAA 5,000\nknown'])
  expect(await findAccessibilityProblems(page)).toEqual([])
  await press('Report what is new')
  await expect.poll(() => panel.getByRole('status').innerText()).toBe('One game was reported.')
  await page.getByText('12,345,670').first().waitFor()

  // A call that is sent again after a lost connection finds everything known.
  const later = [
    ['ZOE', '0012345670'],
    ['YAN', '0000007000'],
  ] as const
  await choose(later)
  await press('Show the high scores')
  await expect.poll(() => rows.allInnerTexts()).toEqual(['Grand Champion ZOE 12,345,670\nknown', 'First Place YAN 7,000\nnew'])
  const file = fileOf(later).buffer.toString('base64')
  await keeper.call('stations.readNvram', { ...station, rom: 'example_l1', file, dryRun: false })
  await press('Report what is new')
  await expect.poll(() => panel.getByRole('status').innerText()).toBe('One game was reported.')

  // The file is of another machine than the name says.
  await panel.getByRole('textbox', { name: 'ROM' }).fill('other_l1')
  await press('Show the high scores')
  await expect.poll(() => panel.getByRole('alert').innerText()).toContain('The memory maps of this site don’t know this ROM.')
  await page.context().close()
})

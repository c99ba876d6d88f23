import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { launchShell } from '../e2e/helpers/browser.ts'
import { writeContactSheet } from './contact-sheet.ts'
import { LANGUAGES, type Language, type Screen } from './screen.ts'
import { screens } from './screens.ts'
import { addEmptyThings, openSites, type PictureSite, type Role, SITES } from './sites.ts'
import { type Finding, LOOKS, openContext, pictureFile, visit } from './visit.ts'

/** How many pages are open at the same time. */
const PAGES = 2
const root = fileURLToPath(new URL('../..', import.meta.url))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: join(root, 'tests/e2e/screens') },
    data: { type: 'string', default: join(tmpdir(), 'skillshot-screens') },
    sheets: { type: 'string', default: join(root, 'docs/screens') },
    reuse: { type: 'boolean', default: false },
    missing: { type: 'boolean', default: false },
    sites: { type: 'string', default: SITES.join(',') },
    languages: { type: 'string', default: LANGUAGES.join(',') },
  },
})
const unknown = positionals.filter(name => !screens.some(screen => screen.name === name))
if (unknown.length > 0) {
  console.error(`There is no screen ${unknown.join(', ')}. The screens are: ${screens.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}
const chosen = screens.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
const languages = LANGUAGES.filter(language => values.languages.split(',').includes(language))
const out = resolve(values.out)
mkdirSync(out, { recursive: true })
const findings: Finding[] = []

/** Pictures for which the same browser context is used. */
interface Batch {
  site: PictureSite
  role: Role
  language: Language
  screens: Screen[]
}

/** Groups the screens of the sites by user and language, which share a browser context. */
function batchesOf(sites: readonly PictureSite[], list: readonly Screen[]): Batch[] {
  const batches = new Map<string, Batch>()
  for (const language of languages)
    for (const site of sites)
      for (const screen of list) {
        if (screen.sites !== undefined && !screen.sites.includes(site.name)) continue
        if (values.missing && existsSync(pictureFile(out, screen.name, site.name, language, LOOKS[language].at(-1)!))) continue
        const key = `${site.name} ${screen.as} ${language}`
        const batch = batches.get(key) ?? { site, role: screen.as, language, screens: [] }
        batch.screens.push(screen)
        batches.set(key, batch)
      }
  return [...batches.values()]
}

/** Takes the pictures of the batches, several pages at a time. */
async function take(browser: Browser, batches: readonly Batch[]): Promise<void> {
  const waiting = [...batches]
  const work = async (): Promise<void> => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
      const { site, role, language } = batch
      const context = await openContext(browser, site, role, language)
      for (const screen of batch.screens) {
        const found = await visit(context, site, screen, { language, out, looks: LOOKS[language] })
        findings.push(...found)
        for (const { where, what } of found) console.log(`  ${screen.name} (${where}): ${what}`)
      }
      await context.close()
      console.log(`${site.name}, ${role}, ${language}: ${batch.screens.length} screens`)
    }
  }
  await Promise.all(Array.from({ length: PAGES }, work))
}

/** Takes the pictures for which the database must not answer. */
async function takeAway(browser: Browser, batches: readonly Batch[]): Promise<void> {
  for (const { site, role, language, screens: away } of batches) {
    const context = await openContext(browser, site, role, language)
    const resume = site.server.pauseDatabase()
    try {
      for (const screen of away) findings.push(...(await visit(context, site, screen, { language, out, looks: LOOKS[language] })))
    } finally {
      resume()
      await context.close()
    }
  }
}

const begun = Date.now()
const sites = await openSites(
  resolve(values.data),
  SITES.filter(name => values.sites.split(',').includes(name)),
  values.reuse,
)
console.log(`${sites.length} sites are ready after ${Math.round((Date.now() - begun) / 1000)} s`)
const browser = await launchShell()
try {
  const usual = chosen.filter(({ needs, away }) => needs !== 'things' && !away)
  await take(browser, batchesOf(sites, usual))
  for (const site of sites) if (site.name === 'empty') await addEmptyThings(site)
  await take(
    browser,
    batchesOf(
      sites,
      chosen.filter(({ needs }) => needs === 'things'),
    ),
  )
  await takeAway(
    browser,
    batchesOf(
      sites,
      chosen.filter(({ away }) => away),
    ),
  )
  let bytes = 0
  for (const { name } of chosen) bytes += await writeContactSheet(browser, name, out, resolve(values.sheets))
  console.log(`${chosen.length} contact sheets, ${(bytes / 1e6).toFixed(1)} MB; ${Math.round((Date.now() - begun) / 1000)} s`)
} finally {
  await browser.close()
  for (const { server } of sites) await server.stop()
}

/** The findings by screen and text, with the places where each was found. */
const lines = new Map<string, string[]>()
for (const { screen, where, what } of findings) lines.set(`${screen}: ${what}`, [...(lines.get(`${screen}: ${what}`) ?? []), where])
const report = [...lines].map(([what, where]) => `- ${what} (${where.join('; ')})`).sort()
writeFileSync(join(out, 'report.md'), `${report.join('\n')}\n`)
console.log(
  report.length === 0 ? 'Nothing was found.' : `${report.length} findings, also in ${join(out, 'report.md')}:\n${report.join('\n')}`,
)
process.exit(findings.some(({ what }) => what.startsWith('not taken')) ? 1 : 0)

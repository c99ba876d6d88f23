import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOCALES } from '#platform/text/locales.ts'
import { localizeScripts, messagePlaceholders } from '../scripts/localize.mjs'

const PAGE = `
import * as m from '#messages'
export const texts = () => [
  m.nav_home(),
  m.date_day({ month: 3, day: 1, year: 2026 }),
  ...[1, 3].map(n => m.ui_count_players({ count: n, n })),
]
export const loadMore = () => import('./more.js')
`
const MORE = `
import * as m from '#messages'
export const text = m.ui_events
`

let folder: string
let assets: string
const pageIn = (locale: string): string => {
  const dir = join(assets, locale)
  return join(dir, readdirSync(dir).find(name => name.startsWith('page'))!)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skillshot-localize-'))
  assets = join(folder, 'dist/assets')
  writeFileSync(join(folder, 'page.js'), PAGE)
  writeFileSync(join(folder, 'more.js'), MORE)
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    plugins: [messagePlaceholders()],
    build: { rolldownOptions: { input: join(folder, 'page.js'), preserveEntrySignatures: 'strict' } },
  })
  localizeScripts(assets)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the scripts of a language', () => {
  it('contain its messages, with its plural forms', async () => {
    const texts = async (locale: string) => (await import(pathToFileURL(pageIn(locale)).href)).texts()
    expect(await texts('en')).toEqual(['Home', 'Mar 1, 2026', '1 player', '3 players'])
    expect(await texts('de')).toEqual(['Start', '1. März 2026', '1 Spieler', '3 Spieler'])
    expect((await texts('ar'))[0]).toBe('الرئيسية')
  })

  it('load further scripts of the same language', async () => {
    const page = await import(pathToFileURL(pageIn('de')).href)
    expect((await page.loadMore()).text()).toBe('Events')
    for (const locale of LOCALES) expect(readFileSync(pageIn(locale), 'utf8')).not.toMatch(/"assets\/[\w-]+\.js"/)
  })

  it('have the same names in each language, and contain no other language', () => {
    const [first, ...others] = LOCALES.map(locale => readdirSync(join(assets, locale)))
    for (const names of others) expect(names).toEqual(first)
    expect(readdirSync(assets).sort()).toEqual([...LOCALES].sort())
    const source = readFileSync(pageIn('de'), 'utf8')
    expect(source).toContain('Spieler')
    expect(source).not.toMatch(/players|__message/)
  })
})

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'

let testApp: TestApp
let clock: SettableClock

beforeAll(async () => {
  clock = createSettableClock()
  testApp = await createTestApp({ config: { contact: 'us@scores.example' }, clock })
})
afterAll(() => testApp.close())

const page = async (path: string, language = 'en'): Promise<string> =>
  (await fetch(testApp.http + path, { headers: { 'accept-language': language } })).text()

/** Returns the language and direction of the page, its title, and the start of the element that contains the text. */
const marks = (html: string): (string | undefined)[] => [
  /<html [^>]*>/.exec(html)?.[0],
  /<title>(.*)<\/title>/.exec(html)?.[1],
  /<article [^>]*(lang="\w+" dir="\w+")[^>]*><h1>/.exec(html)?.[1],
]

it('serves texts of our own, readable without JavaScript, with the way to reach the operators', async () => {
  const privacy = await page('/privacy')
  expect(privacy).toContain('<h1>Privacy</h1>')
  expect(privacy).toContain('<title>Privacy · Skillshot</title>')
  expect(privacy).toContain('<a href="mailto:us@scores.example">')
  const safety = await page('/child-safety')
  expect(safety).toContain('<h1>Child safety</h1>')
  expect(safety).toContain('<a href="mailto:us@scores.example">')
})

it('names the report button where the operators give no other contact', async () => {
  const quiet = await createTestApp({ config: { contact: null } })
  expect(await (await fetch(`${quiet.http}/child-safety`)).text()).toContain('Press the <strong>Report</strong> button')
  await quiet.close()
})

it('shows a file of the operator instead, follows its changes, and comes back when it is gone', async () => {
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.subscribe('policies.text', { name: 'privacy' })
  // The page in English has this document.
  await client.subscribe('policies.text', { name: 'privacy', lang: 'en' })
  const isTitle = (title: string): boolean => ['privacy', 'privacy.en'].every(id => client.documents('policies').get(id)?.title === title)
  expect(isTitle('Privacy')).toBe(true)
  const folder = join(testApp.dataDir, 'policies')
  mkdirSync(folder)
  const file = join(folder, 'privacy.md')
  for (const words of ['House rules', 'Other house rules']) {
    writeFileSync(file, `# ${words}\n\nWe keep <b>scores</b>.\n`)
    clock.set(clock.now() + 5000)
    await client.waitUntil(() => isTitle(words))
    const html = await page('/privacy')
    expect(html).toContain(`<h1>${words}</h1>`)
    expect(html).toContain('We keep &lt;b&gt;scores&lt;/b&gt;.')
  }
  rmSync(file)
  clock.set(clock.now() + 5000)
  await client.waitUntil(() => isTitle('Privacy'))
})

it('has its own texts in every language, and marks each as what it is written in', async () => {
  expect(marks(await page('/privacy'))).toEqual(['<html lang="en" dir="ltr">', 'Privacy · Skillshot', 'lang="en" dir="ltr"'])
  expect(marks(await page('/privacy', 'de'))).toEqual(['<html lang="de" dir="ltr">', 'Datenschutz · Skillshot', 'lang="de" dir="ltr"'])
  const [html, , text] = marks(await page('/child-safety', 'ar'))
  expect([html, text]).toEqual(['<html lang="ar" dir="rtl">', 'lang="ar" dir="rtl"'])
  for (const path of ['/privacy', '/child-safety']) {
    for (const language of ['de', 'ar']) expect(await page(path, language)).toContain('<a href="mailto:us@scores.example">')
  }
})

it('gives each reader the operator’s text in their language, else the one without a language, else whichever is there', async () => {
  const site = await createTestApp({ clock })
  const folder = join(site.dataDir, 'policies')
  mkdirSync(folder)
  writeFileSync(join(folder, 'privacy.de.md'), '# Daten\n\nNur Ergebnisse.\n')
  writeFileSync(join(folder, 'child-safety.ar.md'), '# سلامة\n\nنص.\n')
  writeFileSync(join(folder, 'child-safety.md'), '# Safety\n\nText.\n')
  const text = async (path: string, language: string): Promise<string | undefined> => {
    const html = await (await fetch(site.http + path, { headers: { 'accept-language': language } })).text()
    return /<article [^>]*(lang="\w+" dir="\w+"><h1>.*?<\/h1>)/.exec(html)?.[1]
  }
  for (const language of ['de', 'en', 'ar']) expect(await text('/privacy', language)).toBe('lang="de" dir="ltr"><h1>Daten</h1>')
  expect(await text('/child-safety', 'ar')).toBe('lang="ar" dir="rtl"><h1>سلامة</h1>')
  for (const language of ['de', 'en']) expect(await text('/child-safety', language)).toBe('lang="en" dir="ltr"><h1>Safety</h1>')
  const client = await DdpTestClient.open(site.endpoint)
  await client.subscribe('policies.text', { name: 'privacy' })
  await client.subscribe('policies.text', { name: 'privacy', lang: 'ar' })
  expect([...client.documents('policies')].map(([id, { lang }]) => [id, lang])).toEqual([
    ['privacy', 'de'],
    ['privacy.ar', 'de'],
  ])
  await site.close()
})

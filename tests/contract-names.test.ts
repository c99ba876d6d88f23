import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventsOne } from '#events/contract/publications.ts'
import { scoresSubmit } from '#scores/contract/scores.ts'
import { uploadRequest } from '#uploads/contract.ts'
import { contractNames } from '../scripts/contract-names.mjs'

let folder: string
let page: string
let scripts: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skillshot-contracts-'))
  const features = new URL('../src/features/', import.meta.url).pathname
  const source = [
    `export { eventsOne } from '${features}events/contract/publications.ts'`,
    `export { scoresSubmit } from '${features}scores/contract/scores.ts'`,
    `export { MACHINE_TYPES } from '${features}machines/contract/machine-types.ts'`,
    `export { uploadRequest } from '${features}uploads/contract.ts'`,
    `export { search } from '${features}search/contract.ts'`,
  ]
  writeFileSync(join(folder, 'page.js'), source.join('\n'))
  // With two pages, what both use is in a third file, and no page is allowed to lose what might have an effect.
  writeFileSync(join(folder, 'other.js'), `export { groupsJoin } from '${features}groups/contract.ts'`)
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    plugins: [contractNames()],
    build: { rolldownOptions: { input: [join(folder, 'page.js'), join(folder, 'other.js')], preserveEntrySignatures: 'strict' } },
  })
  const assets = join(folder, 'dist/assets')
  const names = readdirSync(assets)
  page = join(assets, names.find(name => name.startsWith('page'))!)
  scripts = names.map(name => readFileSync(join(assets, name), 'utf8')).join('\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('leaves the browser the names of calls and collections, and other values of contracts', async () => {
  const browser = await import(pathToFileURL(page).href)
  expect(browser.eventsOne).toEqual({ name: eventsOne.name, input: null, collections: eventsOne.collections, terms: null })
  expect(browser.scoresSubmit).toEqual({ name: scoresSubmit.name, input: null, terms: null })
  expect(browser.uploadRequest).toEqual({ name: uploadRequest.name, rates: null })
  expect(browser.MACHINE_TYPES).toEqual(['em', 'ss', 'me'])
})

it('gives it neither schemas nor their library, nor how often a call may be made, nor examples', () => {
  expect(JSON.stringify(scoresSubmit.terms)).toMatch(/"seconds".*Multiball|Multiball.*"seconds"/)
  expect(scripts).not.toMatch(/must be|safeParse|everybody|seconds|Multiball|joining|linking/)
})

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { matchPage, pageRoutes } from './route-table.tsx'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Reads the route table: for each page the folder that it names, and the module that it imports. */
function fetched(): { folder: string; imported: string }[] {
  const path = join(root, 'src/app/route-table.tsx')
  const calls = readFileSync(path, 'utf8').matchAll(/'([^']+)',\s*\(\) =>\s*import\('([^']+)'\)/g)
  return [...calls].map(([, folder, imported]) => ({ folder: folder!, imported: relative(root, join(dirname(path), imported!)) }))
}

it('names of every page the module that it fetches, so that the server can send for it ahead', () => {
  const pages = fetched()
  expect(pages.map(({ imported }) => imported)).toEqual(pageRoutes.map(({ module }) => module))
  for (const { folder, imported } of pages) expect(imported).toBe(`src/${folder}/route.ts`)
})

it('has every page of src/pages, once; that of kiosks has an address for machines and one for events, the score form one for codes too', () => {
  const folders = [...readdirSync(join(root, 'src/pages')), 'kiosk', 'submit'].map(name => `pages/${name}`)
  expect(
    pageRoutes
      .map(({ module }) => dirname(relative('src', module)))
      .filter(folder => folder !== 'app/offline')
      .sort(),
  ).toEqual(folders.sort())
})

it('has one spelling of each address: the known parts of a query, in their order, without the rest', () => {
  expect(matchPage('/machines/afm/?utm=x&window=week#board')?.url).toBe('/machines/afm?window=week')
  expect(matchPage('/groups/g?window=day&machine=m')?.url).toBe('/groups/g?machine=m&window=day')
  expect(matchPage('/groups/new')?.route.path).toBe('/groups/new')
  expect(matchPage('/machines/%E0%A4%A')).toBeNull()
  expect(matchPage('/nowhere')).toBeNull()
})

it('has no page for names that no publication would take, and drops what nobody types from a query', () => {
  for (const path of ['/players/%00', '/players/a%07b', '/players/%20', `/players/${'x'.repeat(61)}`, '/machines/a%20b', '/scores/%C3%A4'])
    expect([path, matchPage(path)]).toEqual([path, null])
  for (const path of ['//x/..', '//', '//site.example/machines', '/\\site.example/machines'])
    expect([path, matchPage(path)]).toEqual([path, null])
  expect(matchPage('/players/Zo%C3%AB%20O.')?.at.params).toEqual({ username: 'Zoë O.' })
  expect(matchPage('/machines?q=a%00b&page=2')?.url).toBe('/machines?page=2')
})

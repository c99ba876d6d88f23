import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { matchPage, pageRoutes } from './route-table.tsx'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Reads the sources: for each page the module name that its route declares, and the module that it imports. */
function fetched(): { named: string; imported: string }[] {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('routes.ts'))
  return files.flatMap(file => {
    const path = join(root, 'src', file)
    const calls = readFileSync(path, 'utf8').matchAll(/lazyPage\(\s*'([^']+)',\s*\(\) =>\s*import\('([^']+)'\)/g)
    return [...calls].map(([, named, imported]) => ({ named: named!, imported: relative(root, join(dirname(path), imported!)) }))
  })
}

it('names of every page the module that it fetches, so that the server can send for it ahead', () => {
  const pages = fetched()
  expect(pages.map(({ named }) => named).sort()).toEqual(pageRoutes.map(({ module }) => module).sort())
  for (const { named, imported } of pages) expect(named).toBe(imported)
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

import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inLocale } from '#platform/ui/format/locale.ts'
import { cacheLabel } from './cache-label.ts'

/** The names that the server's sources give their caches. */
const names = readdirSync(new URL('../../../', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter(path => /\/server\/|^app\/app\.ts$/.test(path) && /(?<!\.test)\.tsx?$/.test(path))
  .flatMap(path => [
    ...readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8').matchAll(/caches\.add\('([^']+)'|name: '([^']+)', maxIdle/g),
  ])
  .map(([, added, query]) => (added ?? query)!)

it('has a name for each cache of the server, in each language', () => {
  expect(names.length).toBeGreaterThan(20)
  for (const locale of ['en', 'de', 'ar'] as const)
    expect(names.filter(name => inLocale(locale, () => cacheLabel(name)) === name)).toEqual([])
})

it('keeps the name of a cache that it does not know', () => {
  expect(inLocale('de', () => cacheLabel('next year'))).toBe('next year')
})

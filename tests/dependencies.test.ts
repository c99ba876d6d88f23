import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const file = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

type Versions = Record<string, string>
type Manifest = { dependencies?: Versions; devDependencies?: Versions; optionalDependencies?: Versions }

it.each(['package.json', 'mobile/package.json'])('%s names exact versions', path => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(file(path)) as Manifest
  const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(all.length).toBeGreaterThan(5)
  expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

it('nothing tells others that it was installed', () => {
  const { scarfSettings } = JSON.parse(file('package.json')) as { scarfSettings?: { enabled?: boolean } }
  expect(scarfSettings?.enabled).toBe(false)
})

it('decision 002 says of each runtime dependency what it is for', () => {
  const text = file('docs/decisions/002-runtime-dependencies.md')
  const { dependencies, optionalDependencies } = JSON.parse(file('package.json')) as Manifest
  const names = Object.keys({ ...dependencies, ...optionalDependencies })
  const stands = (name: string): boolean => text.includes(`\`${name}\``) || text.includes(`\`${name.split('/')[0]}/*\``)
  expect(names.filter(name => !stands(name))).toEqual([])
})

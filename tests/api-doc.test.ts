import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it('docs/api.md names every method and publication that a contract defines', async () => {
  const features = new URL('../src/features/', import.meta.url)
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter(path => /^[^/]+\/contract(\/[^/]+)?\.ts$/.test(path))
  const names = new Set<string>()
  for (const file of files)
    for (const each of Object.values((await import(fileURLToPath(new URL(file, features)))) as object) as ({
      name?: unknown
      input?: unknown
    } | null)[])
      if (typeof each?.name === 'string' && each.input !== undefined) names.add(each.name)
  const text = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8')
  const missing = [...names].filter(name => name.includes('.') && !new RegExp(`\`${name}[\` ]`).test(text))
  expect(names.size).toBeGreaterThan(90)
  expect(missing).toEqual([])
})

import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { MethodContract } from '../../platform/live/contract.ts'
import { ADMINISTRATIVE } from './rate-limits.ts'

/** The values of a contract's `access` that require a role of the site. */
const ROLES: readonly (string | undefined)[] = ['administrators', 'moderators', 'machine editors']

it('counts as administrative every method whose contract refuses whoever has no role of the site', async () => {
  const features = new URL('../../features/', import.meta.url)
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter(path => /^[^/]+\/contract(\/[^/]+)?\.ts$/.test(path))
  const named = new Set<string>()
  for (const file of files) {
    const exported: object = await import(fileURLToPath(new URL(file, features)))
    for (const each of Object.values(exported) as (Partial<MethodContract<unknown, unknown>> & { collections?: unknown })[]) {
      if (each?.name === undefined || each.input === undefined || each.collections !== undefined) continue
      if (ROLES.includes(each.terms?.access)) named.add(each.name)
    }
  }
  expect([...named].sort()).toEqual([...ADMINISTRATIVE].sort())
})

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { loadContracts } from './contracts/all.ts'
import { formatApiTables, getContractKeys, parseDocumentedCalls, replaceTables } from './contracts/api-table.ts'

const contracts = await loadContracts()
const document = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8')

it('docs/api.md lists every method and publication as its contract declares it (npm run docs:api updates it)', () => {
  const tables = formatApiTables(contracts)
  expect(contracts.length).toBeGreaterThan(90)
  for (const { name } of contracts) expect(tables).toContain(`\`${name} {`)
  expect(document).toBe(replaceTables(document, tables))
})

it('arguments that docs/api.md describes outside its tables match the contracts', () => {
  const known = new Map(contracts.map(contract => [contract.name, getContractKeys(contract)]))
  const documented = parseDocumentedCalls(document).filter(({ name }) => known.has(name))
  expect(documented.length).toBeGreaterThan(20)
  for (const { name, keys } of documented) expect([name, ...keys.sort()]).toEqual([name, ...[...known.get(name)!].sort()])
})

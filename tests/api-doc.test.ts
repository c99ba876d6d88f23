import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allContracts } from './contracts/all.ts'
import { apiTables, keysOfContract, saidOf, withTables } from './contracts/api-table.ts'

const contracts = await allContracts()
const document = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8')

it('docs/api.md has every method and publication as its contract has it (npm run docs:api writes it anew)', () => {
  const tables = apiTables(contracts)
  expect(contracts.length).toBeGreaterThan(90)
  for (const { name } of contracts) expect(tables).toContain(`\`${name} {`)
  expect(document).toBe(withTables(document, tables))
})

it('what docs/api.md says of an argument besides its tables is so', () => {
  const known = new Map(contracts.map(contract => [contract.name, keysOfContract(contract)]))
  const said = saidOf(document).filter(({ name }) => known.has(name))
  expect(said.length).toBeGreaterThan(20)
  for (const { name, keys } of said) expect([name, ...keys.sort()]).toEqual([name, ...[...known.get(name)!].sort()])
})

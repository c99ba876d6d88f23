import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { loadContracts, loadErrors, loadExportNames, loadRates, readRules } from './contracts/all.ts'
import { formatApi, getContractKeys, parseDocumentedCalls, replaceTables } from './contracts/api-table.ts'
import { exampleArgument } from './contracts/examples.ts'
import { readContractTypes } from './contracts/types.ts'

const contracts = await loadContracts()
const document = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8')

it('docs/api.md describes every method, publication and document as the contracts declare it (npm run docs:api updates it)', async () => {
  const generated = formatApi(contracts, await loadExportNames(), readContractTypes(), await loadRates(), await loadErrors(), readRules())
  expect(contracts.length).toBeGreaterThan(170)
  for (const { name } of contracts) expect(generated).toContain(`\n\n\`${name} {`)
  expect(document).toBe(replaceTables(document, generated))
}, 60_000)

it.each(contracts.map(contract => [contract.name, contract] as const))(
  'the example of %s is one that its contract accepts',
  (_, contract) => {
    expect(v.parse(contract.input, exampleArgument(contract))).toEqual(exampleArgument(contract))
  },
)

it('arguments that docs/api.md describes outside its tables match the contracts', () => {
  const known = new Map(contracts.map(contract => [contract.name, getContractKeys(contract)]))
  const documented = parseDocumentedCalls(document).filter(({ name }) => known.has(name))
  expect(documented.length).toBeGreaterThan(20)
  for (const { name, keys } of documented) expect([name, ...keys.sort()]).toEqual([name, ...[...known.get(name)!].sort()])
})

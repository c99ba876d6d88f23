import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { defineMethod } from '#platform/live/contract.ts'
import { ADMINISTRATION, PERSONAL } from '#platform/live/rates.ts'
import { strictObject } from '#platform/live/schemas.ts'
import { isPublication, loadContracts, loadRates } from './contracts/all.ts'
import { replaceTables } from './contracts/api-table.ts'
import { fillLimits } from './contracts/limits.ts'
import { formatRateTable } from './contracts/rate-table.ts'

const rates = await loadRates()
const contracts = (await loadContracts()).filter(each => !isPublication(each))

it('a method without a rate does not compile', () => {
  expect(defineMethod<object>()('name', strictObject({}), { access: 'everybody', rates: PERSONAL, errors: [] }).terms.rates).toBe(PERSONAL)
  // @ts-expect-error its terms lack the rates
  expect(defineMethod<object>()('name', strictObject({}), { access: 'everybody' }).terms.rates).toBeUndefined()
  // @ts-expect-error the list is empty
  expect(defineMethod<object>()('name', strictObject({}), { access: 'everybody', rates: [] }).terms.rates).toEqual([])
})

it('counts together every method whose contract refuses whoever has no role of the site, and no other', () => {
  const [administration] = ADMINISTRATION
  const counted = [...rates].filter(([, own]) => own.includes(administration)).map(([name]) => name)
  const ofRoles = contracts.filter(({ terms }) => /^(administrators|moderators|machine editors)\b/.test(terms.access))
  expect(ofRoles.length).toBeGreaterThan(30)
  expect(counted.sort()).toEqual(ofRoles.map(({ name }) => name).sort())
})

it('limits what visitors may call by their address or their connection', () => {
  const open = contracts.filter(({ terms }) => terms.access === 'everybody').map(({ name }) => name)
  expect(open.length).toBeGreaterThan(10)
  expect(open.filter(name => rates.get(name)!.every(({ per }) => per === 'user'))).toEqual([])
})

it('docs/decisions/007-limits.md lists every limit on calls as the contracts declare it, and others as the code has them (npm run docs:api updates it)', () => {
  const document = readFileSync(new URL('../docs/decisions/007-limits.md', import.meta.url), 'utf8')
  const table = formatRateTable(rates)
  expect(rates.size).toBeGreaterThan(120)
  for (const name of rates.keys()) expect(table).toContain(`\`${name}\``)
  expect(document).toBe(fillLimits(replaceTables(document, table)))
  expect(document.match(/<!-- limit /g)!.length).toBeGreaterThan(15)
  expect(() => fillLimits('<!-- limit session.none -->5')).toThrow('There is no limit for <!-- limit session.none -->5')
})

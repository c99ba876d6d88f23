import { readFileSync, writeFileSync } from 'node:fs'
import { loadContracts, loadErrors, loadExportNames, loadRates, readGuide, readRules } from './all.ts'
import { formatApi, replaceTables } from './api-table.ts'
import { type ApiDocument, clientTypes } from './client.ts'
import { fillLimits } from './limits.ts'
import { openApiDocument, printDocument } from './openapi.ts'
import { formatRateTable } from './rate-table.ts'
import { readContractTypes } from './types.ts'

/**
 * `npm run docs:api`: updates what is generated from the contracts and other code in `docs/api.md` and in the decision about limits, the
 * OpenAPI document, and the types of the client.
 */
const update = (path: string, write: (document: string) => string): void => {
  const file = new URL(`../../docs/${path}`, import.meta.url)
  writeFileSync(file, write(readFileSync(file, 'utf8')))
}
const rates = await loadRates()
const [contracts, names, types] = [await loadContracts(), await loadExportNames(), readContractTypes()]
const api = formatApi(contracts, names, types, rates, await loadErrors(), readRules())
const openApi = openApiDocument(contracts, names, types, rates, readGuide())
writeFileSync(new URL('../../src/features/rest/openapi.json', import.meta.url), printDocument(openApi))
writeFileSync(new URL('../../clients/typescript/operations.ts', import.meta.url), clientTypes(openApi as unknown as ApiDocument))
update('api.md', document => replaceTables(document, api))
update('decisions/007-limits.md', document => fillLimits(replaceTables(document, formatRateTable(rates))))

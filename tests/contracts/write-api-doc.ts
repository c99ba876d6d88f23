import { readFileSync, writeFileSync } from 'node:fs'
import { loadContracts, loadRates } from './all.ts'
import { formatApiTables, replaceTables } from './api-table.ts'
import { formatRateTable } from './rate-table.ts'

/** `npm run docs:api`: updates what is generated from the contracts in `docs/api.md` and in the decision about limits. */
const write = (path: string, tables: string): void => {
  const file = new URL(`../../docs/${path}`, import.meta.url)
  writeFileSync(file, replaceTables(readFileSync(file, 'utf8'), tables))
}
write('api.md', formatApiTables(await loadContracts()))
write('decisions/007-limits.md', formatRateTable(await loadRates()))

import { readFileSync, writeFileSync } from 'node:fs'
import { loadContracts } from './all.ts'
import { formatApiTables, replaceTables } from './api-table.ts'

/** `npm run docs:api`: updates the tables of `docs/api.md`. */
const file = new URL('../../docs/api.md', import.meta.url)
writeFileSync(file, replaceTables(readFileSync(file, 'utf8'), formatApiTables(await loadContracts())))

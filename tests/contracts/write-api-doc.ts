import { readFileSync, writeFileSync } from 'node:fs'
import { allContracts } from './all.ts'
import { apiTables, withTables } from './api-table.ts'

/** `npm run docs:api`: updates the tables of `docs/api.md`. */
const file = new URL('../../docs/api.md', import.meta.url)
writeFileSync(file, withTables(readFileSync(file, 'utf8'), apiTables(await allContracts())))

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDatabase } from '../../src/app/app.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../../src/platform/db/embedded/launcher.ts'
import { createPool } from '../../src/platform/db/pool.ts'
import { describeSchema } from './describe-schema.ts'

/** `npm run db:types`: migrates an empty database and writes the types of its tables to `src/platform/db/schema.ts`. */
const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-types-'))
// If root starts Postgres, it runs as another user, who needs access to the folder.
chmodSync(dataDir, 0o755)
const postgres = await startEmbeddedPostgres({ dataDir, as: 'server', log: () => {} })
const database = openDatabase(createPool(postgres.connection, () => {}))
try {
  await prepareDatabase(database)
  writeFileSync(new URL('../../src/platform/db/schema.ts', import.meta.url), await describeSchema(database.pool))
} finally {
  await database.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

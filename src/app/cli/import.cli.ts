import { importOpdb } from '../../features/machines/server/catalogue/load.ts'
import { readJson, runTool } from './cli-runtime.ts'
import { UsageError } from './usage-error.ts'

/** `npm run import:opdb -- FILE` */
await runTool(async (database, [file]) => {
  if (file === undefined) throw new UsageError('Name the export: npm run import:opdb -- FILE')
  const { added, changed, unchanged, refused } = await importOpdb(database, readJson(file))
  for (const { index, opdbId, name, reason } of refused)
    process.stdout.write(`refused record ${index} (${opdbId ?? 'no id'}, ${name ?? 'no name'}): ${reason}\n`)
  process.stdout.write(`${added} added, ${changed} changed, ${unchanged} unchanged, ${refused.length} refused\n`)
  return 0
})

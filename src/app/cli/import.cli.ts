import { listOpdbRecords } from '#machines/rules/opdb-file.ts'
import { importOpdb } from '#machines/server/catalogue/load.ts'
import { readJson, runProgram, withDatabase } from './cli-runtime.ts'
import { readWords } from './read-words.ts'
import { UsageError } from './usage-error.ts'

/** `npm run import:opdb -- FILE`; exit code 1 when no record could be used */
await runProgram(async (args, environment) => {
  const [file] = readWords(args, { usage: 'npm run import:opdb -- FILE', operands: ['FILE'] }).words
  const records = listOpdbRecords(readJson(file!))
  if (records === null)
    throw new UsageError(`${file} is neither the list of machines that OPDB exports nor the catalogue that Match Play publishes.`)
  const { added, changed, unchanged, refused } = await withDatabase(environment, database => importOpdb(database, records))
  for (const { index, opdbId, name, reason } of refused)
    process.stdout.write(`refused record ${index} (${opdbId ?? 'no id'}, ${name ?? 'no name'}): ${reason}\n`)
  process.stdout.write(`${added} added, ${changed} changed, ${unchanged} unchanged, ${refused.length} refused\n`)
  return refused.length === records.length ? 1 : 0
})

import { recompute } from '../features/scores/server/recompute.ts'
import type { Database } from '../platform/db/database.ts'
import { runTool, UsageError } from './tool.ts'

const commands: Record<string, (database: Database) => Promise<number>> = {
  /** Works out every board from the scores alone; exit code 1 when something differs. */
  async recompute(database) {
    const { machines, players, differences } = await recompute(database)
    for (const { machineId, what } of differences) process.stdout.write(`${machineId}: ${what} differs from the scores\n`)
    process.stdout.write(`${machines} machines, ${players} places, ${differences.length} differences\n`)
    return differences.length === 0 ? 0 : 1
  },
}

/** `npm run admin -- COMMAND` */
await runTool(async (database, [name = '']) => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new UsageError(`Name a command: ${Object.keys(commands).join(', ')}`)
  return command(database)
})

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LostHistory } from '#platform/db/change-log/history.ts'
import type { Log } from '#platform/log/log.ts'

/**
 * Tells the operator which changes the database has lost, such as scores that were acknowledged. They are written to a file of the data
 * folder, so that they can be entered again.
 */
export async function reportLostChanges({ head, applied, changes }: LostHistory, dataDir: string, log: Log): Promise<void> {
  if (changes.length === 0) {
    log.warn({ head, applied }, 'this node was away for longer than the change log goes back: everything is loaded again')
    return
  }
  const folder = join(dataDir, 'lost-changes')
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.json`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(file, `${JSON.stringify(changes, null, 2)}\n`, { mode: 0o600 })
    log.error(
      { head, applied, lost: changes.length, file },
      'the database has lost changes that were acknowledged: everything is loaded again',
    )
  } catch (err) {
    log.error({ err, head, applied, lost: changes.length }, 'the database has lost changes, which could not be written to a file')
  }
}

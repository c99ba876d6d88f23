import { importIdUsed, importsADay } from '#imports/contract.ts'
import type { Db } from '#platform/db/database.ts'
import { signInFirst } from '#platform/live/call-errors.ts'
import { addIds, countScores, type ImportRow, insertImport, lockImport, lockImporter, type NewImport } from './import-store.ts'
import type { ImportsServices } from './services.ts'

/** Scores that one user may import in 24 hours, those of undone imports included. */
export const SCORES_A_DAY = 2000

const DAY_MS = 86_400_000

/**
 * Records an import of scores before they are written, so that all of it can be undone wherever it is cut off. The same call again goes on with
 * the same import, unless that was undone.
 * @param plan returns what is to be imported; `at`: when the import was made, in ms
 * @returns the plan, and the import as an earlier call has left it
 * @throws DdpError 401, 409
 */
export async function beginScores<Plan extends { ids: readonly string[] }>(
  tx: Db,
  { clock, config, log }: Pick<ImportsServices, 'clock' | 'config' | 'log'>,
  { id, userId, title, fingerprint }: Pick<NewImport, 'id' | 'userId' | 'title' | 'fingerprint'>,
  plan: (at: number) => Plan,
): Promise<Plan & { before: ImportRow | null }> {
  if (!(await lockImporter(tx, userId))) throw signInFirst()
  const before = await lockImport(tx, id)
  if (before !== null && (before.userId !== userId || before.fingerprint !== fingerprint)) throw importIdUsed()
  const createdAt = before?.createdAt ?? clock.now()
  const planned = plan(createdAt)
  const added = planned.ids.filter(each => before?.ids.includes(each) !== true)
  if (before?.undone || (before !== null && added.length === 0)) return { ...planned, before }
  const made = await countScores(tx, userId, new Date(clock.now() - DAY_MS))
  if (made + added.length > SCORES_A_DAY && config.rateLimits !== 'off') {
    if (config.rateLimits === 'on') throw importsADay({ n: SCORES_A_DAY })
    log.warn({ userId }, 'the limit on imported scores would have refused this')
  }
  if (before !== null) await addIds(tx, id, added)
  else {
    const row = { id, userId, kind: 'scores', title, ids: added, added: 0, fingerprint, createdAt: new Date(createdAt) } as const
    if (!(await insertImport(tx, row))) throw importIdUsed()
  }
  return { ...planned, before }
}

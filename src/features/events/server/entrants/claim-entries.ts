import type { DdpError } from '#ddp/wire/error.ts'
import type { EventAction } from '#events/contract/documents.ts'
import type { StoredLogSubject } from '#events/contract/log-subject.ts'
import type { ChangeLogEntry, NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { attachEvent } from '../attach-event.ts'
import { listEventAttempts } from '../attempts/attempt-store.ts'
import { eventChanged } from '../changes.ts'
import type { EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { listScoredGroups, updateGameScores } from '../rounds/game-scores.ts'
import { eventById, lockEvents } from '../store.ts'
import * as claims from './claim-store.ts'
import { findEntrant, lockEntrant } from './entrant-store.ts'
import type { PersonEntry } from './person-store.ts'
import { moveUpWaiting } from './wait-list.ts'

interface Claim {
  /** whose entries they become */
  userId: string
  entries: readonly PersonEntry[]
  /** Returns what the event's log says about an entry: `name` is what the guest was called. */
  describe(name: string, entrantId: string): { by: string; action: EventAction; subject: StoredLogSubject }
  /** the error if the user and the guest were drawn into one round, so that they are not one player */
  drawnTogether(): DdpError
}

/**
 * Moves guests' entries to an account, with everything that they have played. All events are locked before the first is changed.
 * @returns the entries that the change log has already, and the changes to append @throws DdpError 409
 */
export async function claimEntries(
  tx: Db,
  services: Pick<EventServices, 'clock' | 'claimHooks' | 'gameScoresHooks'>,
  { userId, entries, describe, drawnTogether }: Claim,
): Promise<{ written: ChangeLogEntry[]; changes: NewChange[] }> {
  const { clock, claimHooks } = services
  const eventIds = entries.map(({ eventId }) => eventId)
  await lockEvents(tx, eventIds)
  const written: ChangeLogEntry[] = []
  const changes: NewChange[] = []
  const claimed: Parameters<EventServices['claimHooks'][number]>[1][] = []
  for (const { entrantId, eventId } of entries) {
    const event = await eventById(tx, eventId)
    const guest = await lockEntrant(tx, eventId, entrantId)
    if (event === null || guest === null || guest.guestName === null) continue
    const attempts = (await listEventAttempts(tx, eventId)).filter(each => each.entrantId === entrantId)
    const ownEntrantId = await findEntrant(tx, eventId, userId)
    if (ownEntrantId === null) await claims.assignEntry(tx, entrantId, userId)
    else {
      if (await claims.shareRound(tx, eventId, ownEntrantId, entrantId)) throw drawnTogether()
      await claims.mergeEntries(tx, eventId, entrantId, ownEntrantId)
    }
    await insertLog(tx, { eventId, ...describe(guest.guestName, ownEntrantId ?? entrantId) })
    claimed.push({ userId, eventId, attempts })
    const moved = await moveUpWaiting(tx, event, clock.now())
    const merged = { from: entrantId, into: ownEntrantId ?? entrantId }
    changes.push(...(await attachEvent(tx, eventId, [...moved, eventChanged.of({ eventId, change: null, merged })])))
  }
  const groupIds = await listScoredGroups(tx, eventIds, userId)
  changes.push(...(await updateGameScores(tx, services, groupIds)))
  // The hooks append to the change log, which other transactions wait for from then on.
  for (const each of claimed) for (const hook of claimHooks) written.push(...(await hook(tx, each)))
  return { written, changes }
}

import type { Db } from '#platform/db/database.ts'
import { claimEnded, claimNeedsCode } from '../contract/errors.ts'
import { CLAIM_BY_CODE_MS, CLAIM_MS } from '../rules/limits.ts'
import type { PlayRow, ReportedGameRow } from './game-store.ts'
import { findStationByCode, initialsOf } from './station-store.ts'

/**
 * Lets pass who may say that a play is theirs: who has scanned the code of its station within 30 minutes of its end, or had registered the
 * play's initials at the venue before that. In a game that is for a group of an event, only its players may.
 * @throws DdpError 403, 409
 */
export async function requireClaimant(
  db: Db,
  { game, play, userId, code, now }: { game: ReportedGameRow; play: PlayRow; userId: string; code: string | undefined; now: number },
): Promise<void> {
  const age = now - game.endedAt
  if (game.used || age > CLAIM_MS) throw claimEnded()
  if (game.groupId !== null && !game.userIds.includes(userId)) throw claimNeedsCode()
  if (play.initials !== null && play.initials === (await initialsOf(db, game.venueId, userId, game.endedAt))) return
  if (code === undefined) throw claimNeedsCode()
  const station = await findStationByCode(db, code.trim().toLowerCase())
  if (station === null || station.id !== game.stationId) throw claimNeedsCode()
  if (age > CLAIM_BY_CODE_MS) throw claimEnded()
}

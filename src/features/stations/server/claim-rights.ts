import type { Db } from '#platform/db/database.ts'
import { claimEnded, claimNeedsCode, gameOfGroup } from '../contract/errors.ts'
import { CLAIM_BY_CODE_MS, CLAIM_MS } from '../rules/limits.ts'
import { findOffer } from './follow-results.ts'
import type { PlayRow, ReportedGameRow } from './game-store.ts'
import type { StationsServices } from './services.ts'
import { findStationByCode, initialsOf } from './station-store.ts'

/**
 * Lets pass who may say that a play is theirs: who has scanned the code of its station within 30 minutes of its end, or had registered the
 * play's initials at the venue before that. In a game that is offered to a group of an event, only its players may.
 * @throws DdpError 403, 409
 */
export async function requireClaimant(
  db: Db,
  services: Pick<StationsServices, 'events'>,
  { game, play, userId, code, now }: { game: ReportedGameRow; play: PlayRow; userId: string; code: string | undefined; now: number },
): Promise<void> {
  const age = now - game.endedAt
  if (game.used || age > CLAIM_MS) throw claimEnded()
  const offer = await findOffer(db, services, game)
  if (offer !== null && !offer.game.userIds.includes(userId)) throw gameOfGroup()
  if (play.initials !== null && play.initials === (await initialsOf(db, game.venueId, userId, game.endedAt))) return
  if (code === undefined) throw claimNeedsCode()
  const station = await findStationByCode(db, code.trim().toLowerCase())
  if (station === null || station.id !== game.stationId) throw claimNeedsCode()
  if (age > CLAIM_BY_CODE_MS) throw claimEnded()
}

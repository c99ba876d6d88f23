import { DdpError } from '#ddp/wire/error.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { ReportedScore, ReportedScoresApi } from '#scores/server/api.ts'
import { noReportedGame } from '../contract/errors.ts'
import { type PlayRow, type ReportedGameRow, setClaim } from './game-store.ts'
import type { StationsServices } from './services.ts'

/**
 * Makes a play of a game, which the caller has locked, the score of another user than before, whose score of it was removed.
 * @param eventId the event in which it was an attempt; null: in none
 * @returns the changes for the change log @throws DdpError 401, 404
 */
export async function givePlay(
  tx: Db,
  services: StationsServices,
  { game, play, userId, eventId }: { game: ReportedGameRow; play: PlayRow; userId: string; eventId: string | null },
): Promise<NewChange[]> {
  const { id: gameId, machineId, endedAt: at, venueId } = game
  const score = { id: uuidv7(), userId, machineId, value: play.score, at, venueId, eventId }
  const predicted = await services.scores.reported.predict(score)
  if (predicted === null) throw noReportedGame()
  const { answer, changes } = await addToNewOwner(tx, services, score, predicted)
  await setClaim(tx, { gameId, play: play.play }, { userId, scoreId: score.id, answer })
  return changes
}

/** Adds the score in the event in which it was an attempt before, if its new player is in the event and may have it there. */
async function addToNewOwner(
  tx: Db,
  { events, scores }: StationsServices,
  score: ReportedScore,
  predicted: Parameters<ReportedScoresApi['add']>[2],
): ReturnType<ReportedScoresApi['add']> {
  const { eventId, userId } = score
  if (eventId !== null && (await events.isEntered(tx, eventId, userId))) {
    try {
      return await scores.reported.add(tx, score, predicted)
    } catch (error) {
      // The event takes it no more, and nothing is written yet.
      if (!(error instanceof DdpError)) throw error
    }
  }
  return scores.reported.add(tx, { ...score, eventId: null }, predicted)
}

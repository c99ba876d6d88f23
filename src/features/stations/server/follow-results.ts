import type { OpenGame } from '#events/server/api.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { isAwaited, saysPlays } from '../rules/link-game.ts'
import * as games from './game-store.ts'
import { gameChange, type StationsServices } from './services.ts'
import { holdersOf } from './station-store.ts'

type Entered = OpenGame['entered'][number]

/** Returns the live event to which a reported game is offered, and its game, which waits for a result; null: it is offered to none, or no longer. */
export async function findOffer(
  db: Db,
  { events: { results } }: Pick<StationsServices, 'events'>,
  reported: games.ReportedGameRow,
): Promise<{ eventName: string; game: OpenGame } | null> {
  const { eventId, groupId, game: number } = reported
  if (eventId === null || groupId === null) return null
  const event = await results.findLive(db, eventId)
  const game = (await results.findGames(db, [groupId])).find(each => each.game === number)
  return event === null || game === undefined || !isAwaited(reported, game) ? null : { eventName: event.name, game }
}

/** Takes a reported game, which the caller has locked, from the group for which it is. @returns the change for the change log */
export async function freeGame(tx: Db, reported: games.ReportedGameRow): Promise<NewChange> {
  await games.unlinkGame(tx, reported.id)
  return gameChange(reported, await holdersOf(tx, reported))
}

/**
 * Makes the plays of a reported game those of the players who have their scores in a result, whose scores are then those of the result: a
 * score that somebody has claimed of it is removed. @returns the changes for the change log
 */
export async function takePlays(
  tx: Db,
  { scores }: Pick<StationsServices, 'scores'>,
  reported: games.ReportedGameRow,
  { entrantIds, userIds }: Pick<OpenGame, 'entrantIds' | 'userIds'>,
  result: Entered,
): Promise<NewChange[]> {
  const changes: NewChange[] = []
  const left = [...reported.plays]
  for (const [i, entrantId] of entrantIds.entries()) {
    const at = left.findIndex(({ score }) => score === result.scores![result.order.indexOf(entrantId)])
    const [play] = at < 0 ? [] : left.splice(at, 1)
    if (play === undefined) continue
    const { scoreId, by } = play
    if (scoreId !== null) changes.push(...(await scores.reported.remove(tx, scoreId, by!.userId)).changes)
    const owner = userIds[i]!
    if (scoreId !== null || owner !== (by?.userId ?? ''))
      await games.setClaim(
        tx,
        { gameId: reported.id, play: play.play },
        owner === '' ? null : { userId: owner, scoreId: null, answer: null },
      )
  }
  return changes
}

/**
 * Follows what was entered in games of groups. A reported game that was used is free again when nothing that is entered says its scores any
 * more, and one that is offered when its group is another one or has another result. Where the result that counts says all of its scores, as after
 * a void was undone, it is used.
 * @returns the changes for the change log
 */
export async function followResults(tx: Db, services: StationsServices, groupIds: readonly string[]): Promise<NewChange[]> {
  const reported = await games.lockGamesOfGroups(tx, groupIds)
  if (reported.length === 0) return []
  const drawn = await services.events.results.findGames(tx, groupIds)
  const changes: NewChange[] = []
  for (const each of reported) {
    const game = drawn.find(({ groupId, game: number }) => groupId === each.groupId && number === each.game)
    changes.push(...(await followGame(tx, services, each, game)))
  }
  return changes
}

async function followGame(
  tx: Db,
  services: StationsServices,
  reported: games.ReportedGameRow,
  game: OpenGame | undefined,
): Promise<NewChange[]> {
  const { used, plays, eventId } = reported
  const result = game?.entered.find(({ scores }) => saysPlays(scores ?? [], plays))
  if (used ? result !== undefined : eventId !== null && game !== undefined && isAwaited(reported, game)) return []
  if (!used && game !== undefined && result !== undefined && isWhole(reported, game, result)) {
    await games.linkGame(tx, reported.id, game)
    await games.markUsed(tx, reported.id, new Date(services.clock.now()))
    const taken = await takePlays(tx, services, reported, game, result)
    return [...taken, gameChange({ ...reported, eventId: game.eventId }, game.userIds)]
  }
  return eventId === null ? [] : [await freeGame(tx, reported)]
}

/** True if a result counts, says the scores of all plays of the reported game, and nobody outside of the group has claimed one. */
const isWhole = ({ machineId, plays }: games.ReportedGameRow, game: OpenGame, { scores }: Entered): boolean =>
  game.confirmed &&
  game.machineId === machineId &&
  scores!.length === plays.length &&
  !scores!.includes(null) &&
  plays.every(({ by }) => by === null || game.userIds.includes(by.userId))

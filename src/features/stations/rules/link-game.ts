import { type MatchedPlay, matchPlays } from './match-plays.ts'

/** A game of an event for which a reported game may be. `entrantIds`: who plays, in their order if `hasOrder`; `drawnAt`: ms */
interface DrawnGame {
  entrantIds: readonly string[]
  hasOrder: boolean
  drawnAt: number
}

/** Returns the only game of several if as many play it; null: there are more games or none, or others play it. */
export const onlyGameOf = <Game extends Pick<DrawnGame, 'entrantIds'>>(open: readonly Game[], players: number): Game | null =>
  open.length === 1 && open[0]!.entrantIds.length === players ? open[0]! : null

/**
 * Returns the game of an event that a reported game without doubts is; null: that is not certain. It is certain if exactly one of the open
 * games on its machine has as many players, in an order in which they play, and was drawn before the reported one began.
 * @param open the games on its machine without a result that counts, and for which no other reported game was used
 * @param reported `startedAt`: ms; null: not known
 */
export function findOwnGame<Game extends DrawnGame>(
  open: readonly Game[],
  { players, startedAt }: { players: number; startedAt: number | null },
): Game | null {
  const game = onlyGameOf(open, players)
  return game !== null && startedAt !== null && (game.hasOrder || players === 1) && game.drawnAt <= startedAt ? game : null
}

/** True as long as the game to which a reported one is offered waits for its result, on the same machine and with the same group. */
export const isAwaited = (
  { machineId, entrantIds }: { machineId: string; entrantIds: readonly string[] },
  game: { machineId: string; entrantIds: readonly string[]; confirmed: boolean },
): boolean =>
  !game.confirmed &&
  game.machineId === machineId &&
  game.entrantIds.length === entrantIds.length &&
  game.entrantIds.every((id, i) => id === entrantIds[i])

/** True if all scores of a result are those of a reported game, whoever has them, and it has any. Players without one may have had each. */
export function saysPlays(scores: readonly (number | null)[], plays: readonly { score: number }[]): boolean {
  const left = plays.map(({ score }) => score)
  const said = scores.filter(score => score !== null)
  return said.length > 0 && said.every(score => left.includes(score) && left.splice(left.indexOf(score), 1).length === 1)
}

/** A play whose player is known. */
interface OrderedPlay {
  score: number
  player: number | null
}

/**
 * Returns the result of a group's game from the plays of a reported one, the highest score first.
 * @param entrantIds the group in the order in which it plays
 * @param chosen whose the plays are, in their order; null: the player who began is the first of the group, and so on
 * @returns null: the plays are not those of this group
 */
export function resultOf(
  plays: readonly OrderedPlay[],
  entrantIds: readonly string[],
  chosen: readonly string[] | null,
): { order: string[]; scores: number[] } | null {
  const matched = chosen === null ? matchPlays(plays, entrantIds) : choosePlays(plays, entrantIds, chosen)
  if (matched === null) return null
  const ranked = matched.toSorted((a, b) => b.play.score - a.play.score)
  return { order: ranked.map(({ entrantId }) => entrantId), scores: ranked.map(({ play }) => play.score) }
}

/** Returns the plays with the entrants chosen for them; null: these are not the group, each once. */
function choosePlays(
  plays: readonly OrderedPlay[],
  entrantIds: readonly string[],
  chosen: readonly string[],
): MatchedPlay<OrderedPlay>[] | null {
  const isGroup =
    chosen.length === entrantIds.length && new Set(chosen).size === chosen.length && chosen.every(id => entrantIds.includes(id))
  return isGroup && plays.length === chosen.length ? chosen.map((entrantId, i) => ({ entrantId, play: plays[i]! })) : null
}

/**
 * True if no initials that were entered at the machine belong to another user of the venue than the player at that place of the group.
 * @param userIds of the group in the order in which it plays; empty: a guest
 * @param registered who has registered these initials at the venue
 */
export function initialsFit(
  plays: readonly { player: number | null; initials: string | null }[],
  userIds: readonly string[],
  registered: readonly { userId: string; initials: string }[],
): boolean {
  return plays.every(({ player, initials }) => {
    const holders = registered.filter(each => each.initials === initials).map(({ userId }) => userId)
    return initials === null || holders.length === 0 || (player !== null && holders.includes(userIds[player - 1] ?? ''))
  })
}

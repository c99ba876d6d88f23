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
  if (plays.length !== entrantIds.length) return null
  const byEntrant = new Map<string, number>()
  if (chosen === null) {
    const played = plays.map((play, i) => ({ score: play.score, player: play.player ?? (plays.length === 1 ? 1 : -1 - i) }))
    const ordered = played.toSorted((a, b) => a.player - b.player)
    // With players 1 and 3, somebody between them has no score, so there were more than the group has.
    if (ordered.some(({ player }, i) => player !== i + 1)) return null
    for (const [i, { score }] of ordered.entries()) byEntrant.set(entrantIds[i]!, score)
  } else {
    if (chosen.length !== plays.length || chosen.some(id => !entrantIds.includes(id)) || new Set(chosen).size !== chosen.length) return null
    for (const [i, entrantId] of chosen.entries()) byEntrant.set(entrantId, plays[i]!.score)
  }
  const ranked = [...byEntrant].toSorted(([, a], [, b]) => b - a)
  return { order: ranked.map(([id]) => id), scores: ranked.map(([, score]) => score) }
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

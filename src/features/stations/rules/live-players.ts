import { onlyGameOf } from './link-game.ts'

/** A live game as far as it matters who plays it. */
interface LiveGame {
  machineId: string
  /** of the players, who began first */
  scores: readonly number[]
}

/** A game of an event. `entrantIds`: who plays, in their order; `scores`: those of a confirmed result, in its order */
interface DrawnGame {
  machineId: string
  entrantIds: readonly string[]
  state: string
  scores?: readonly (number | null)[]
}

const sorted = (scores: readonly (number | null)[]): string => scores.toSorted((a, b) => (a ?? 0) - (b ?? 0)).join()

/**
 * Returns the players of a live game on a machine of an event, in their order. They are those of the only open game that is drawn there if as
 * many play, or of the game whose result has just been entered with these very scores.
 * @param drawn games of the event's latest rounds, in which the players' order is known
 * @returns null: nobody knows who plays
 */
export function playersOfLiveGame({ machineId, scores }: LiveGame, drawn: readonly DrawnGame[]): readonly string[] | null {
  const here = drawn.filter(game => game.machineId === machineId)
  const own = onlyGameOf(
    here.filter(({ state }) => state !== 'confirmed'),
    scores.length,
  )
  const entered = here.find(game => game.state === 'confirmed' && game.scores !== undefined && sorted(game.scores) === sorted(scores))
  return (own ?? entered)?.entrantIds ?? null
}

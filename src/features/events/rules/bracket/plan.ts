/**
 * Who sits in a game of a bracket: the player of a seed (1: the best), or the one who took a place in an earlier game (1: its winner).
 */
export type Seat = { readonly seed: number } | { readonly of: string; readonly place: number }

/** A game that a bracket may have. What it is called never changes, so results stay with it when somebody else comes into it. */
export interface BracketGame {
  readonly id: string
  /** the round in which it is played, 1 for the first */
  readonly round: number
  readonly seats: readonly Seat[]
  /** how many of its players go on as winners; in the last game 1, so that a tie for the first place is played off */
  readonly winners: number
  /** where those stand who go no further than this game: a higher level is better */
  readonly level: number
  /** the game is played only if this other one was won from its second seat: the second set of a final */
  readonly secondSetOf?: string
  /** true: the game begins when none of its players has another one to finish */
  readonly waitsForPlayers?: true
}

/** All games that a bracket may have, each after those from which its players come. */
export type BracketPlan = readonly BracketGame[]

/** Returns the id of the game that plays off a tie at the line of another one. */
export const tieGameId = (id: string): string => `${id}-tie`

/** True if a game plays off a tie of another game. */
export const isTieGame = (id: string): boolean => id.endsWith('-tie')

/** How a machine board is now. `scores`: of its players, who began first. 0: not known, for `ball` and `player` */
export interface BoardState {
  playing: boolean
  ball: number
  player: number
  scores: readonly number[]
}

/** Why a game is not offered to a group by itself (see RULES.md, R20). */
export type ReportDoubt = 'unseen' | 'order' | 'mode' | 'restart' | 'two-boards' | 'repeat'

/** What one player has scored. `player`: 1 for who began; left out: not known */
export interface EndedPlay {
  score: number
  initials?: string
  player?: number
}

/** A game that has ended. The same `id` again is the same game, of which more is known now. Times in ms. */
export interface EndedGame {
  id: string
  boardId: string
  plays: EndedPlay[]
  endedAt: number
  /** left out: its beginning was not seen */
  startedAt?: number
  doubts: ReportDoubt[]
}

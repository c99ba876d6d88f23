/** What a report may say of its game; see `Doubt`. */
export const REPORTED_DOUBTS = ['unseen', 'order', 'mode', 'restart', 'two-boards', 'repeat', 'other-machine'] as const

/**
 * Why a reported game is not offered to a group by itself. `unseen`: nothing was heard of the game before its end; `order`: it is not known
 * which player has which score; `mode`: the machine was in another mode of play, whose numbers are no scores; `restart`: the machine board started anew meanwhile;
 * `two-boards`: two machine boards used one id; `repeat`: it may be one that was reported before; `other-machine`: the machine board has
 * another name than when it was paired; `taken-back`: it was offered to a group, or used for its result, which is no longer so
 */
export type Doubt = (typeof REPORTED_DOUBTS)[number] | 'taken-back'

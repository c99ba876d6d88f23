import type { UploadKind } from '#uploads/rules.ts'
import type { ScoreStatus } from './scores.ts'

/** The vent endpoint and channel that sends every accepted public score. */
export const SCORES_CHANNEL = 'scores'

/**
 * The vent endpoint that sends messages to the signed-in user: a comment on the user's score, a moderator's decision, a lost machine
 * record, a rejected picture, a score that is void in its event, a result of an event that somebody else has replaced, or where the user
 * plays in a round.
 */
export const USER_CHANNEL = 'user'

/** The messages of the vent endpoint `user`. */
export type UserChannelMessage =
  | { kind: 'picture-refused'; upload: UploadKind; subjectId: string; reason: string }
  | { kind: 'commented' | 'moderated'; scoreId: string; machineId: string; machineName: string; status: ScoreStatus }
  | { kind: 'record-beaten'; scoreId: string; machineId: string; machineName: string; value: number; by: string }
  | ScoreVoided
  | ResultReplaced
  | RoundSeat

/** Our addition: somebody else's entry of a game's result in an event has replaced the user's. `game`: 1 for the first of the group */
export interface ResultReplaced {
  kind: 'result-replaced'
  eventId: string
  groupId: string
  game: number
  /** id of the user who entered the other result */
  by: string
}

/** Our addition: who runs an event has voided the user's score in it. */
export interface ScoreVoided {
  kind: 'voided'
  scoreId: string
  eventId: string
  machineId: string
  machineName: string
  reason?: string
}

/**
 * Our addition: a round has been drawn in an event that the user is in, or the user's group or machine in it has changed. `round`: 1 for the
 * first; `machines`: the names of those on which the group plays, in order; `others`: the names of its other players. Both are empty for a bye
 */
export interface RoundSeat {
  kind: 'round-seat'
  eventId: string
  round: number
  bye: boolean
  machines: string[]
  others: string[]
}

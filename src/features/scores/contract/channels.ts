import type { UploadKind } from '../../uploads/rules.ts'
import type { ScoreStatus } from './scores.ts'

/** The vent endpoint and channel that sends every accepted public score. */
export const SCORES_CHANNEL = 'scores'

/**
 * The vent endpoint that sends messages to the signed-in user: a comment on the user's score, a moderator's decision, a lost machine
 * record, or a rejected picture.
 */
export const USER_CHANNEL = 'user'

/** The messages of the vent endpoint `user`. */
export type UserChannelMessage =
  | { kind: 'picture-refused'; upload: UploadKind; subjectId: string; reason: string }
  | { kind: 'commented' | 'moderated'; scoreId: string; machineId: string; machineName: string; status: ScoreStatus }
  | { kind: 'record-beaten'; scoreId: string; machineId: string; machineName: string; value: number; by: string }

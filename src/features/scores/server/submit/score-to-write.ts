import type { DdpError } from '#ddp/wire/error.ts'
import type { ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { SubmitScoreResult } from '#scores/contract/scores.ts'
import type { PictureRef } from '#uploads/contract.ts'
import type { NewScore } from './submit-store.ts'

/** A submitted score that waits to be written, before its result is known. */
export type ScoreToWrite = Omit<NewScore, 'answer'> & { picture: PictureRef | null; eventId: string | null; strokes: number | null }

/** `elsewhere`: the number of the score's change in the log, if another node has written it. */
export type SubmitSuccess = { answer: SubmitScoreResult; changes: ChangeLogEntry[]; elsewhere?: number }

export type Outcome = SubmitSuccess | { refused: DdpError }

import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { errorCode } from '#platform/live/call-errors.ts'
import { fieldProblems } from '#platform/live/field-problems.ts'
import { errorMessage } from '#platform/live/hooks.ts'
import { isStorageBusy, StorageError, storageErrorText } from '#uploads/ui/storage-error.ts'
import type { QueuedEvent, QueueOutcome } from './queued-score.ts'

/** The step during which an error occurred. */
export type SubmitStage = 'picture' | 'score'

export interface ClassifiedError {
  event: Extract<QueuedEvent, 'defer' | 'refuse' | 'edit'>
  outcome: QueueOutcome
  /** true if the other scores should wait too */
  stop: boolean
}

const defer = (reason?: string, stop = false): ClassifiedError => ({
  event: 'defer',
  outcome: reason === undefined ? {} : { reason },
  stop,
})

/** True if the server does not know the upload, because it is too old or already used. */
export const pictureIsGone = (error: unknown): boolean => errorCode(error) === 'picture-gone'

/** True if the site has no such venue any more, or does not show it to the player. */
export const venueIsGone = (error: unknown): boolean => errorCode(error) === 'no-venue'

const isAboutTime = (error: unknown): boolean => fieldProblems(error).some(({ path }) => path === 'achievedAt')

/** True if the id is already used by another score. Events use the same error code for scores that they do not accept (any more). */
const isIdUsed = (error: unknown): boolean => errorCode(error) === 'id-used'

/** Decides from the error whether a score is tried again later, has been refused, or goes back into the form. */
export function classifySubmitError(error: unknown, stage: SubmitStage): ClassifiedError {
  if (!(error instanceof DdpError)) return refuse(error, stage)
  const { error: code } = error
  if (code === 'Aborted') return { event: 'edit', outcome: {}, stop: false }
  if (code === 'invocation-failed' || code === 'offline' || code === 401) return defer(undefined, true)
  if (code === 'too-many-requests') return defer(m.scores_send_problem_fast(), true)
  if (typeof code === 'number' && code >= 500)
    return defer(errorCode(error) === 'read-only' ? m.scores_send_problem_unsaved() : m.scores_send_problem_busy())
  if (error instanceof StorageError && isStorageBusy(error)) return defer(m.scores_send_problem_photo_stuck())
  return refuse(error, stage)
}

function refusalText(error: unknown): string {
  if (isAboutTime(error)) return m.scores_send_problem_clock()
  return error instanceof StorageError ? storageErrorText(error) : errorMessage(error)
}

function refuse(error: unknown, stage: SubmitStage): ClassifiedError {
  const reason = refusalText(error)
  const outcome: QueueOutcome =
    stage === 'picture' || pictureIsGone(error)
      ? { reason, about: 'picture' }
      : isIdUsed(error)
        ? { reason: m.scores_send_problem_known(), about: 'id' }
        : { reason }
  return { event: 'refuse', outcome, stop: false }
}

import * as m from '#messages'
import { DdpError } from '../../../../ddp/wire/error.ts'
import { errorMessage } from '../../../../platform/live/hooks.ts'
import type { QueuedEvent, Verdict } from './queued-score.ts'

/** What was under way when something went wrong. */
export type SubmitStage = 'picture' | 'score'

export interface ClassifiedError {
  event: Extract<QueuedEvent, 'defer' | 'refuse' | 'mend'>
  verdict: Verdict
  /** others had better wait too */
  stop: boolean
}

const defer = (reason?: string, stop = false): ClassifiedError => ({
  event: 'defer',
  verdict: reason === undefined ? {} : { reason },
  stop,
})

/** What the storage answered, as an upload's error tells it: "Forbidden - 403"; 0: nothing. */
function storageStatus(error: DdpError): number | null {
  const found = typeof error.error === 'string' ? / - (\d+)$/.exec(error.error) : null
  return found === null ? null : Number(found[1])
}

const passes = (status: number): boolean => status === 0 || status === 408 || status === 429 || status >= 500

/** The server knows nothing of the upload: it is too old, or used up. */
export const pictureIsGone = (error: unknown): boolean =>
  error instanceof DdpError && error.error === 404 && /picture/i.test(error.reason ?? '')

const namesTime = ({ details }: DdpError): boolean =>
  Array.isArray(details) && details.some(each => (each as { path?: unknown } | null)?.path === 'achievedAt')

/** The id is another score's. An event refuses with the same code what it does not take (any more). */
const isKnown = (error: unknown): boolean => error instanceof DdpError && error.error === 409 && /\bid was used\b/.test(error.reason ?? '')

/** Whether a score that could not be sent waits, or was refused. */
export function classifySubmitError(error: unknown, stage: SubmitStage): ClassifiedError {
  if (!(error instanceof DdpError)) return refuse(error, stage)
  const { error: code } = error
  if (code === 'Aborted') return { event: 'mend', verdict: {}, stop: false }
  if (code === 'invocation-failed' || code === 'offline' || code === 401) return defer(undefined, true)
  if (code === 'too-many-requests') return defer(m.scores_verdict_fast(), true)
  if (typeof code === 'number' && code >= 500) return defer(m.scores_verdict_busy())
  const status = stage === 'picture' ? storageStatus(error) : null
  if (status !== null && passes(status)) return defer(m.scores_verdict_photo_stuck())
  return refuse(error, stage)
}

function refuse(error: unknown, stage: SubmitStage): ClassifiedError {
  const reason = error instanceof DdpError && namesTime(error) ? m.scores_verdict_clock() : errorMessage(error)
  const verdict: Verdict =
    stage === 'picture' || pictureIsGone(error)
      ? { reason, about: 'picture' }
      : isKnown(error)
        ? { reason: m.scores_verdict_known(), about: 'id' }
        : { reason }
  return { event: 'refuse', verdict, stop: false }
}

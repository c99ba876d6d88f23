import type { SubmitScoreResult } from '#scores/contract/scores.ts'
import type { QueuedEventInfo, QueuedScore } from '../queue/queued-score.ts'
import type { PickedMachine } from './submit-fields.ts'

/** The stage of the form's score: being typed, being sent, kept on this device, or on the board. `isPersisted`: it survives closing the page. */
export type FormStage =
  | { name: 'typing' }
  | { name: 'sending' }
  | { name: 'kept'; item: QueuedScore; isPersisted: boolean }
  | {
      name: 'done'
      answer: SubmitScoreResult
      machine: PickedMachine
      value: number
      event: QueuedEventInfo | null
      late: boolean
      /** the name of the venue that the score was sent without */
      lostVenue: string | null
    }

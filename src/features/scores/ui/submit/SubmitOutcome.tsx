import * as m from '#messages'
import { Button } from '../../../../platform/ui/controls/Button.tsx'
import { ButtonLink } from '../../../../platform/ui/controls/ButtonLink.tsx'
import { Link } from '../../../../platform/ui/controls/Link.tsx'
import type { ScoreQueue } from '../queue/queue.ts'
import { keptScoreLabel, type QueuedStanding } from '../queue/queue-labels.ts'
import type { FormStage } from './form-stage.ts'
import { SubmitResult } from './SubmitResult.tsx'

export interface SubmitOutcomeProps {
  /** what the form lets the user do now; `queue` is null until its script has loaded */
  form: { queue: { queue: ScoreQueue } | null; withoutPicture(): void; again(): void }
  stage: Extract<FormStage, { name: 'kept' | 'done' }>
  standing: QueuedStanding
  /** address of the sign-in page */
  signIn: string
}

/** The outcome of submitting a score: its rank on the board, or that it is kept on this device until it can be sent. */
export function SubmitOutcome({ form, stage, standing, signIn }: SubmitOutcomeProps) {
  if (stage.name === 'kept') {
    const { item, lasts } = stage
    const { machineId, machineName, value, picture, reason, event } = item
    return (
      <SubmitResult
        page
        machineName={machineName}
        machineHref={`/machines/${machineId}`}
        value={value}
        waiting
        note={event === undefined ? undefined : m.scores_outcome_event_kept({ name: event.name })}
        why={keptScoreLabel(item, standing, lasts)}
        actions={
          <>
            {standing.userId === null && (
              <ButtonLink kind="primary" href={signIn}>
                {m.scores_sign_in()}
              </ButtonLink>
            )}
            {standing.ready && reason !== undefined && (
              <>
                <Button kind="primary" onClick={() => void form.queue?.queue.again(item.id)}>
                  {m.scores_outcome_again()}
                </Button>
                {picture !== undefined && <Button onClick={form.withoutPicture}>{m.scores_submit_without_picture()}</Button>}
              </>
            )}
            <Button onClick={form.again}>{m.scores_outcome_another()}</Button>
          </>
        }
      />
    )
  }
  const { answer, machine, value, event, late } = stage
  return (
    <SubmitResult
      page
      machineName={machine.name}
      machineHref={`/machines/${machine.machineId}`}
      value={value}
      rank={answer.rank}
      players={answer.players}
      personalBest={answer.personalBest}
      previousBest={answer.previousBest ?? undefined}
      note={event === null ? undefined : late ? m.scores_queued_late({ event: event.name }) : m.scores_outcome_counts({ name: event.name })}
      actions={
        <>
          {event !== null && (
            <ButtonLink kind="primary" href={`/events/${event.eventId}`}>
              {m.scores_outcome_standings()}
            </ButtonLink>
          )}
          <ButtonLink kind={event === null ? 'primary' : 'quiet'} href={`/machines/${machine.machineId}`}>
            {m.scores_outcome_board()}
          </ButtonLink>
          <Button onClick={form.again}>{m.scores_outcome_another()}</Button>
          <Link href={`/scores/${answer.scoreId}`}>{m.scores_outcome_score()}</Link>
        </>
      }
    />
  )
}

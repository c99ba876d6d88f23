import { useLayoutEffect } from 'react'
import { SignInLinks } from '#accounts/ui/SignInLinks.tsx'
import type { MachineDoc } from '#machines/contract/machines.ts'
import type { ThumbFacts } from '#machines/ui/MachineThumb.tsx'
import { thumbFacts } from '#machines/ui/thumb-facts.ts'
import * as m from '#messages'
import { useDocument } from '#platform/live/hooks.ts'
import { useMethodResult } from '#platform/live/use-method-result.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { useFormatNumber } from '#platform/ui/format/use-formats.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { ShareButton } from '#platform/ui/sharing/ShareButton.tsx'
import { boardsAround } from '#scores/contract/boards.ts'
import { keptScorePath } from '../query-params.ts'
import type { ScoreQueue } from '../queue/queue.ts'
import { type QueueContextFacts, savedScoreLabel } from '../queue/queue-labels.ts'
import { BoardNeighbours } from './BoardNeighbours.tsx'
import type { FormStage } from './form-stage.ts'
import { SubmitResult, type SubmitResultProps } from './SubmitResult.tsx'
import { nextMachine } from './select-event.ts'
import type { PickedMachine } from './submit-fields.ts'
import { placeAround } from './submit-result.ts'
import type { ChosenEvent } from './use-event-select.ts'

export interface SubmitOutcomeProps {
  /** what the form lets the user do now; `queue` is null until its script has loaded */
  form: {
    queue: { queue: ScoreQueue } | null
    choice: Pick<ChosenEvent, 'bound' | 'machines'>
    withoutPicture(): void
    reset(machine?: PickedMachine): void
  }
  stage: Extract<FormStage, { name: 'kept' | 'done' }>
  context: QueueContextFacts
  /** path of the form, to which one returns after signing in */
  ownPath: string
}

/** The outcome of submitting a score: its rank on the board, or that it is kept on this device until it can be sent. */
export function SubmitOutcome({ form, stage, context, ownPath }: SubmitOutcomeProps) {
  // The form's button may have been far down the page, and the outcome takes the form's place.
  useLayoutEffect(() => {
    // What `scrollTo` returns differs between browsers, and an effect may return nothing but a function.
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  if (stage.name === 'kept') return <KeptScore form={form} stage={stage} context={context} ownPath={ownPath} />
  return <SentScore form={form} stage={stage} userId={context.userId} />
}

/** A score that this device keeps until it can be sent. */
function KeptScore({ form, stage, context, ownPath }: Omit<SubmitOutcomeProps, 'stage'> & { stage: Extract<FormStage, { name: 'kept' }> }) {
  const { item, isPersisted } = stage
  const { machineId, machineName, value, picture, reason, event } = item
  const next = nextMachine(form.choice, event, machineId)
  const machineFacts = useThumbFacts(machineId)
  return (
    <SubmitResult
      page
      machineName={machineName}
      machineHref={`/machines/${machineId}`}
      machineFacts={machineFacts}
      value={value}
      waiting
      note={event === undefined ? undefined : m.scores_outcome_event_kept({ name: event.name })}
      reason={savedScoreLabel(item, context, isPersisted)}
      actions={
        <>
          {context.userId === null && <SignInLinks path={keptScorePath(ownPath, item.id)} />}
          {context.ready && item.userId === null && (
            <Button kind="primary" onClick={() => void form.queue?.queue.retry(item.id)}>
              {m.scores_queued_send_own()}
            </Button>
          )}
          {context.ready && item.userId !== null && reason !== undefined && (
            <>
              <Button kind="primary" onClick={() => void form.queue?.queue.retry(item.id)}>
                {m.ui_try_again()}
              </Button>
              {picture !== undefined && <Button onClick={form.withoutPicture}>{m.scores_submit_without_picture()}</Button>}
            </>
          )}
          {next !== null && (
            <NextMachine
              machine={next}
              primary={context.userId !== null && item.userId !== null && reason === undefined}
              onChoose={form.reset}
            />
          )}
          <Button onClick={() => form.reset()}>{m.scores_outcome_another()}</Button>
        </>
      }
    />
  )
}

/** What the picture of a machine shows, as far as the page knows the machine. */
function useThumbFacts(machineId: string): ThumbFacts | undefined {
  const machine = useDocument<MachineDoc>('machines', machineId)
  return machine === undefined ? undefined : thumbFacts(machine)
}

/** A score that the server has: its rank, whom it beat, and where to go next. */
function SentScore({
  form,
  stage,
  userId,
}: {
  form: SubmitOutcomeProps['form']
  stage: Extract<FormStage, { name: 'done' }>
  userId: QueueContextFacts['userId']
}) {
  const { answer, machine, value, event } = stage
  const number = useFormatNumber()
  const machineFacts = useThumbFacts(machine.machineId)
  const next = nextMachine(form.choice, event ?? undefined, machine.machineId)
  const result: SubmitResultProps = {
    page: true,
    machineName: machine.name,
    machineHref: `/machines/${machine.machineId}`,
    machineFacts,
    value,
    personalBest: answer.personalBest,
    previousBest: answer.previousBest ?? undefined,
    underReview: answer.underReview === true,
    // A score that came with a guest's entry has no rank in its answer, and one under review has none yet.
    ...(answer.rank === 0 || answer.underReview ? {} : { rank: answer.rank, players: answer.players }),
    note: outcomeNote(stage),
    actions: (
      <>
        {next !== null && <NextMachine machine={next} primary onChoose={form.reset} />}
        {event !== null && (
          <ButtonLink kind={next === null ? 'primary' : 'quiet'} href={`/events/${event.eventId}`}>
            {m.scores_outcome_standings()}
          </ButtonLink>
        )}
        <ButtonLink kind={event === null ? 'primary' : 'quiet'} href={`/machines/${machine.machineId}`}>
          {m.scores_outcome_board()}
        </ButtonLink>
        <ShareButton
          title={m.ui_score_on({ value: number(value), machine: machine.name })}
          path={`/scores/${answer.scoreId}`}
          label={m.ui_share()}
        />
        <ButtonLink href={`/scores/${answer.scoreId}`}>{m.scores_view()}</ButtonLink>
        <Button onClick={() => form.reset()}>{m.scores_outcome_another()}</Button>
      </>
    ),
  }
  if (answer.underReview || typeof userId !== 'string') return <SubmitResult {...result} />
  if (answer.personalBest) {
    const board = { machineId: machine.machineId, machineName: machine.name, rank: answer.rank, players: answer.players }
    return <SubmitResult {...result} neighbours={<BoardNeighbours {...board} userId={userId} />} />
  }
  return <ResultBelowBest result={result} machineId={machine.machineId} userId={userId} />
}

/** Leads on to the event's next machine, for example to the next hole. */
function NextMachine({
  machine,
  primary,
  onChoose,
}: {
  machine: PickedMachine
  primary: boolean
  onChoose: SubmitOutcomeProps['form']['reset']
}) {
  return (
    <Button kind={primary ? 'primary' : 'quiet'} onClick={() => onChoose(machine)}>
      {m.scores_outcome_next({ machine: machine.name })}
    </Button>
  )
}

/** What the score means for the event that it was submitted to, and that its venue is gone. */
function outcomeNote(stage: Extract<FormStage, { name: 'done' }>): string | undefined {
  const { lostVenue } = stage
  return (
    [eventNote(stage), lostVenue === null ? undefined : m.scores_venue_lost({ name: lostVenue })].filter(Boolean).join(' ') || undefined
  )
}

function eventNote({ event, late, answer }: Extract<FormStage, { name: 'done' }>): string | undefined {
  if (event === null) return undefined
  if (late) return m.scores_queued_late({ event: event.name })
  return answer.underReview ? m.scores_review_event({ name: event.name }) : m.scores_outcome_counts({ name: event.name })
}

/** The result of a score below the player's best. The board is asked for the place that the score would have. */
function ResultBelowBest({ result, machineId, userId }: { result: SubmitResultProps; machineId: string; userId: string }) {
  const { result: around } = useMethodResult(boardsAround, { scope: { machineId }, userId, radius: 25 })
  return <SubmitResult {...result} place={around === null ? undefined : placeAround(result.value, userId, around)} />
}

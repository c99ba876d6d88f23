import { Button } from '../../../platform/ui/Button.tsx'
import { ButtonLink } from '../../../platform/ui/ButtonLink.tsx'
import { Link } from '../../../platform/ui/Link.tsx'
import { SubmitResult } from '../../../platform/ui/SubmitResult.tsx'
import { keptWords, lateWords, type Standing } from './queue/queue-words.ts'
import type { Stage, SubmitForm } from './use-submit.ts'

export interface SubmitOutcomeProps {
  form: SubmitForm
  stage: Extract<Stage, { name: 'kept' | 'done' }>
  standing: Standing
  /** address of the sign-in page */
  signIn: string
}

/** What became of a score: its place on the board, or that it is kept until it can be sent. */
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
        note={event === undefined ? undefined : `It is for ${event.name}: sent within a day of its end, it is looked at there.`}
        why={keptWords(item, standing, lasts)}
        actions={
          <>
            {standing.userId === null && (
              <ButtonLink kind="primary" href={signIn}>
                Sign in
              </ButtonLink>
            )}
            {standing.ready && reason !== undefined && (
              <>
                <Button kind="primary" onClick={() => void form.queue?.queue.again(item.id)}>
                  Try again now
                </Button>
                {picture !== undefined && <Button onClick={form.withoutPicture}>Send it without the picture</Button>}
              </>
            )}
            <Button onClick={form.again}>Add another</Button>
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
      note={event === null ? undefined : late ? lateWords(event.name) : `It counts in ${event.name}.`}
      actions={
        <>
          {event !== null && (
            <ButtonLink kind="primary" href={`/events/${event.eventId}`}>
              See the standings
            </ButtonLink>
          )}
          <ButtonLink kind={event === null ? 'primary' : 'quiet'} href={`/machines/${machine.machineId}`}>
            See the board
          </ButtonLink>
          <Button onClick={form.again}>Add another</Button>
          <Link href={`/scores/${answer.scoreId}`}>The score</Link>
        </>
      }
    />
  )
}

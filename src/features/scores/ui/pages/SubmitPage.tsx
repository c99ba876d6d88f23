import { sentenceOf, useDocument, useLive } from '../../../../platform/live/hooks.ts'
import type { At } from '../../../../platform/live/route.ts'
import { Button } from '../../../../platform/ui/Button.tsx'
import { ButtonLink } from '../../../../platform/ui/ButtonLink.tsx'
import { FormError } from '../../../../platform/ui/FormError.tsx'
import { Link } from '../../../../platform/ui/Link.tsx'
import { Notice } from '../../../../platform/ui/Notice.tsx'
import { ScoreField } from '../../../../platform/ui/ScoreField.tsx'
import { SubmitResult } from '../../../../platform/ui/SubmitResult.tsx'
import { TextField } from '../../../../platform/ui/TextField.tsx'
import { useAccount } from '../../../accounts/ui/parts/account.ts'
import { withNext } from '../../../accounts/ui/parts/next.ts'
import { ScriptNeeded } from '../../../accounts/ui/parts/ScriptNeeded.tsx'
import { AppShell } from '../../../accounts/ui/parts/shells.tsx'
import { type MachineDoc, machinesOne } from '../../../machines/contract.ts'
import { boardsPlaces, type MachineStatsDoc, type PlaceDoc } from '../../contract.ts'
import { doubt } from '../../rules.ts'
import { MachinePicker } from '../MachinePicker.tsx'
import { useSubmit } from '../use-submit.ts'
import styles from './pages.module.css'

/** A score in ten seconds: the machine, the number, done. */
export function SubmitPage({ query }: At) {
  const account = useAccount()
  const form = useSubmit(query.machine ?? null)
  const { machineId, digits, answer } = form
  useLive(machinesOne, machineId === null ? null : { machineId })
  useLive(boardsPlaces, machineId === null || account.userId === null ? null : { machineId, userId: account.userId })
  const machine = useDocument<MachineDoc>('machines', machineId)
  const stats = useDocument<MachineStatsDoc>('machineStats', machineId)
  const own = useDocument<PlaceDoc>('places', `${account.userId}/${machineId}/all`)
  const value = Number(digits)
  const warning = digits === '' ? null : doubt(value, stats ?? null, own?.value ?? null)

  if (answer !== null && machine !== undefined) {
    return (
      <AppShell current="submit">
        <SubmitResult
          page
          machineName={machine.name}
          machineHref={`/machines/${machineId}`}
          value={answer.value}
          rank={answer.rank}
          players={answer.players}
          personalBest={answer.personalBest}
          previousBest={answer.previousBest ?? undefined}
          actions={
            <>
              <ButtonLink kind="primary" href={`/machines/${machineId}`}>
                See the board
              </ButtonLink>
              <Button onClick={form.again}>Add another</Button>
              <Link href={`/scores/${answer.scoreId}`}>The score</Link>
            </>
          }
        />
      </AppShell>
    )
  }
  return (
    <AppShell current="submit">
      <div className={styles.stack}>
        <h1>Add a score</h1>
        <ScriptNeeded what="Adding a score" />
        {account.state === 'out' && (
          <Notice
            kind="info"
            title="Sign in first."
            action={
              <ButtonLink href={withNext('/sign-in', machineId === null ? '/submit' : `/submit?machine=${machineId}`)}>Sign in</ButtonLink>
            }
          >
            Then your score goes straight to the board.
          </Notice>
        )}
        <form
          className={styles.form}
          noValidate
          onSubmit={event => {
            event.preventDefault()
            void form.submit()
          }}
        >
          <MachinePicker machine={machine ?? null} error={form.problems.machine} onPick={form.pick} />
          <ScoreField
            label="Score"
            digits={digits}
            onDigits={form.type}
            warning={warning}
            error={form.problems.value}
            hint="Digits only; the dots come by themselves."
          />
          <TextField label="Comment (optional)" value={form.comment} maxLength={500} onChange={event => form.say(event.target.value)} />
          <FormError message={form.error === null ? null : sentenceOf(form.error)} />
          <Button kind="primary" type="submit" wide busy={form.busy} disabled={account.state === 'out' || account.state === 'unknown'}>
            {warning === null ? 'Add score' : 'It is right, add it'}
          </Button>
        </form>
      </div>
    </AppShell>
  )
}

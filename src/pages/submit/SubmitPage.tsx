import { useState } from 'react'
import * as m from '#messages'
import { withNext } from '../../features/accounts/ui/return-path.ts'
import { useAccount } from '../../features/accounts/ui/use-account.ts'
import { readEventId } from '../../features/events/ui/event-url.ts'
import { machinesOne } from '../../features/machines/contract.ts'
import { boardsPlaces, type MachineStatsDoc, type PlayerRankDoc } from '../../features/scores/contract.ts'
import { type PlausibilityWarning, plausibilityWarning } from '../../features/scores/rules.ts'
import type { QueuedScore } from '../../features/scores/ui/queue/queued-score.ts'
import { useSeen } from '../../features/scores/ui/queue/use-mark-seen.ts'
import styles from '../../features/scores/ui/score-pages.module.css'
import { useSubmit } from '../../features/scores/ui/submit/use-submit.ts'
import { useDocument, useSubscription } from '../../platform/live/hooks.ts'
import type { RouteMatch } from '../../platform/live/route.ts'
import { ButtonLink } from '../../platform/ui/controls/ButtonLink.tsx'
import { ConfirmDialog } from '../../platform/ui/controls/ConfirmDialog.tsx'
import { NoScriptNotice } from '../../platform/ui/form/NoScriptNotice.tsx'
import { AppShell } from '../../platform/ui/layouts/shells.tsx'
import { Notice } from '../../platform/ui/states/Notice.tsx'
import { SubmitFields } from './SubmitFields.tsx'

const doubts: Record<PlausibilityWarning, () => string> = {
  'above-own': m.scores_doubt_above_own,
  'above-record': m.scores_doubt_above_record,
  'below-all': m.scores_doubt_below_all,
}

/** The page for submitting a score. */
export function SubmitPage({ query }: RouteMatch) {
  const account = useAccount()
  const addressed = readEventId(query.event)
  const form = useSubmit(query.machine ?? null, addressed)
  const [wanted, setWanted] = useState<QueuedScore | null>(null)
  const { machineId, stage, queue, view } = form
  useSubscription(machinesOne, machineId === null ? null : { machineId })
  useSubscription(boardsPlaces, machineId === null || account.userId === null ? null : { machineId, userId: account.userId })
  const stats = useDocument<MachineStatsDoc>('machineStats', machineId)
  const own = useDocument<PlayerRankDoc>('places', `${account.userId}/${machineId}/all`)
  const doubted = form.fields.digits === '' ? null : plausibilityWarning(Number(form.fields.digits), stats ?? null, own?.value ?? null)
  const search = new URLSearchParams({
    ...(machineId === null ? {} : { machine: machineId }),
    ...(addressed === null ? {} : { event: addressed }),
  }).toString()
  const signIn = withNext('/sign-in', search === '' ? '/submit' : `/submit?${search}`)
  const owner = account.userId ?? queue?.queue.owner() ?? null
  const userId = owner ?? (account.state === 'out' ? null : undefined)
  useSeen(queue, view, userId)

  return (
    <AppShell current="submit">
      <div className={styles.stack}>
        {queue !== null && (stage.name === 'kept' || stage.name === 'done') ? (
          <queue.Outcome form={form} stage={stage} standing={{ userId, ready: view.ready }} signIn={signIn} />
        ) : (
          <>
            <h1>{m.scores_add_one()}</h1>
            <NoScriptNotice what={m.scores_submit_needs()} />
            {account.state === 'out' && (
              <Notice kind="info" title={m.scores_submit_out()} action={<ButtonLink href={signIn}>{m.scores_sign_in()}</ButtonLink>}>
                {m.scores_submit_out_note()}
              </Notice>
            )}
            <SubmitFields
              form={form}
              account={account}
              addressed={addressed !== null}
              warning={doubted === null ? null : doubts[doubted]()}
            />
          </>
        )}
        {queue !== null && (
          <queue.List
            queue={queue.queue}
            view={view}
            userId={userId}
            inForm={form.about}
            onMend={item => (form.touched ? setWanted(item) : void form.mend(item))}
          />
        )}
        {wanted !== null && (
          <ConfirmDialog
            title={m.scores_submit_swap()}
            yes={m.scores_submit_swap_yes()}
            no={m.scores_submit_swap_no()}
            run={() => form.mend(wanted)}
            onClose={() => setWanted(null)}
          >
            <p>{m.scores_submit_swap_note()}</p>
          </ConfirmDialog>
        )}
      </div>
    </AppShell>
  )
}

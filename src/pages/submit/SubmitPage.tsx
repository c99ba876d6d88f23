import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { SignInLinks } from '#accounts/ui/SignInLinks.tsx'
import { useAccount } from '#accounts/ui/session/use-account.ts'
import { readEventId } from '#events/ui/event-url.ts'
import { isRead } from '#machines/ui/score-digits.ts'
import * as m from '#messages'
import { isAccessError } from '#platform/live/access-error.ts'
import { useDocument, useSubscription } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import { PendingPart } from '#platform/ui/states/PendingPart.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { boardsPlaces, type MachineStatsDoc, type PlayerRankDoc } from '#scores/contract/boards.ts'
import { type PlausibilityWarning, plausibilityWarning } from '#scores/rules.ts'
import { readKeptScore } from '#scores/ui/query-params.ts'
import type { QueuedScore } from '#scores/ui/queue/queued-score.ts'
import { useMarkSeen } from '#scores/ui/queue/use-mark-seen.ts'
import { useSubmit } from '#scores/ui/submit/use-submit.ts'
import { useScannedMachine } from '#venues/ui/use-scanned-machine.ts'
import { shortPath } from '#venues/ui/venue-path.ts'
import { SubmitFields } from './SubmitFields.tsx'
import { useScannedCode } from './use-scanned-code.ts'

const warningLabels: Record<PlausibilityWarning, () => string> = {
  'above-own': m.scores_doubt_above_own,
  'above-record': m.scores_doubt_above_record,
  'below-all': m.scores_doubt_below_all,
}

/** The page for submitting a score. */
export function SubmitPage({ params, query }: RouteMatch) {
  const account = useAccount()
  const scanned = useScannedCode(params)
  const place = useScannedMachine(scanned)
  const requestedEventId = readEventId(query.event)
  const form = useSubmit(query.machine ?? null, requestedEventId, readKeptScore(query))
  const [itemToEdit, setItemToEdit] = useState<QueuedScore | null>(null)
  const { machineId, stage, queue, view } = form
  useSubscription(boardsPlaces, machineId === null || account.userId === null ? null : { machineId, userId: account.userId })
  const stats = useDocument<MachineStatsDoc>('machineStats', machineId)
  const ownBest = useDocument<PlayerRankDoc>('places', `${account.userId}/${machineId}/all`)
  const warning = !isRead(form.fields.digits)
    ? null
    : plausibilityWarning(Number(form.fields.digits), stats ?? null, ownBest?.value ?? null)
  const search = new URLSearchParams({
    ...(machineId === null ? {} : { machine: machineId }),
    ...(requestedEventId === null ? {} : { event: requestedEventId }),
  }).toString()
  const ownPath = scanned !== null ? shortPath(scanned.slug, scanned.code) : search === '' ? '/submit' : `/submit?${search}`
  const owner = account.userId ?? queue?.queue.owner() ?? null
  const userId = owner ?? (account.state === 'out' ? null : undefined)
  useMarkSeen(queue, view, userId)
  const shownQuery = useRef(query)
  // Each navigation has a query object of its own, also one to the same address.
  useLayoutEffect(() => {
    if (shownQuery.current === query) return
    shownQuery.current = query
    form.startOver()
  })

  // What the code says is put into the form once, when it is known. Who then chooses something else means it.
  const taken = useRef('')
  const { venue, machine } = place
  const known = `${scanned?.slug} ${scanned?.code} ${venue?.venueId} ${machine?.machineId}`
  const takeScanned = useEffectEvent(() => {
    if (venue === null || taken.current === known) return
    taken.current = known
    form.change({
      venue,
      ...(machine === null ? {} : { machine: { machineId: machine.machineId, name: machine.name }, machineText: machine.name }),
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when another machine is known
  useEffect(() => takeScanned(), [known])
  if (scanned !== null && place.live.state === 'failed' && isAccessError(place.live.error)) return <ShowNotFound />

  return (
    <AppShell current="submit">
      <div className={layout.stack6}>
        {queue !== null && (stage.name === 'kept' || stage.name === 'done') ? (
          <queue.Outcome form={form} stage={stage} context={{ userId, ready: view.ready }} ownPath={ownPath} />
        ) : (
          <>
            <h1>{m.ui_add_score()}</h1>
            <NoScriptNotice purpose={m.scores_submit_needs()} />
            {venue !== null && machine === null && place.live.state !== 'pending' && (
              <Notice kind="info" title={m.scores_submit_unknown_code()} />
            )}
            <SubmitFields
              form={form}
              account={account}
              hasRequestedEvent={requestedEventId !== null}
              warning={warning === null ? null : warningLabels[warning]()}
            />
            {/* Below the fields: it is not known at first whether the user is signed in, and nothing may move when it is. */}
            {account.state === 'unknown' && <PendingPart />}
            {account.state === 'out' && <Notice kind="info" title={m.scores_submit_out()} action={<SignInLinks path={ownPath} />} />}
          </>
        )}
        {queue !== null && (
          <queue.List
            queue={queue.queue}
            view={view}
            userId={userId}
            username={account.username}
            inForm={form.itemId}
            onEdit={item => (form.touched ? setItemToEdit(item) : void form.edit(item))}
          />
        )}
        {itemToEdit !== null && (
          <ConfirmDialog
            title={m.scores_submit_swap()}
            confirmLabel={m.scores_submit_swap_yes()}
            cancelLabel={m.scores_submit_swap_no()}
            onConfirm={() => form.edit(itemToEdit)}
            onClose={() => setItemToEdit(null)}
          >
            <p>{m.scores_submit_swap_note()}</p>
          </ConfirmDialog>
        )}
      </div>
    </AppShell>
  )
}

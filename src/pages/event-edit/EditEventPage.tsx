import { use, useState } from 'react'
import { DdpError } from '#ddp/wire/error.ts'
import { eventsEdit } from '#events/contract/admin.ts'
import { EventForm } from '#events/ui/form/EventForm.tsx'
import styles from '#events/ui/form/event-form.module.css'
import type { ShownEvent } from '#events/ui/types.ts'
import { useEvent } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { cx } from '#platform/ui/cx.ts'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'

/** Page on which the director edits an event. */
export function EditEventPage({ params }: RouteMatch) {
  const eventId = params.eventId!
  const { live, event, isDirector } = useEvent(eventId)
  if (live.state !== 'failed' && event === undefined) {
    return (
      <AppShell current="events">
        <Skeleton kind="form" count={3} page />
      </AppShell>
    )
  }
  if (event === undefined || !isDirector) return <ShowNotFound />
  return (
    <AppShell current="events" pageTitle={`${m.events_edit_name({ name: event.name })} · Skillshot`}>
      <h1>{m.events_edit_name({ name: event.name })}</h1>
      <div className={styles.stack}>
        <EditForm key={eventId} event={event} />
      </div>
    </AppShell>
  )
}

function EditForm({ event }: { event: ShownEvent }) {
  const { _id: eventId, state } = event
  const edit = useMethod(eventsEdit)
  const navigate = use(NavigateContext)
  const { machines } = useEvent(eventId)
  const eventPath = `/events/${eventId}`
  const isOver = state === 'finished' || state === 'cancelled'
  // A form that is open when the event ends stays open: the event may be reopened, and what was typed is not lost.
  const [wasOver] = useState(isOver)
  if (isOver && wasOver) {
    return (
      <EmptyState title={m.events_edit_over()} action={<ButtonLink href={eventPath}>{m.events_edit_back()}</ButtonLink>}>
        {m.events_edit_over_words()}
      </EmptyState>
    )
  }
  return (
    <>
      <p className={cx(layout.quiet, styles.quiet)}>
        {m.events_edit_until()} <Link href={eventPath}>{m.events_edit_back()}</Link>
      </p>
      <EventForm
        start={event}
        names={Object.fromEntries(machines.map(({ machineId, name }) => [machineId, name]))}
        action={m.ui_save_changes()}
        send={async ({ changed }) => {
          try {
            if (Object.keys(changed).length > 0) await edit({ eventId, ...changed })
          } catch (error) {
            throw explainError(error, changed)
          }
          navigate?.(eventPath)
        }}
      />
    </>
  )
}

/** The server rejects changes of format or machines once play has begun. Adds to its message that the other changes can still be saved. */
function explainError(error: unknown, changed: object): unknown {
  const changesRules = 'format' in changed || 'machineIds' in changed
  if (!(error instanceof DdpError) || error.error !== 409 || !changesRules || error.reason === undefined) return error
  return new DdpError(409, `${errorMessage(error)} ${m.events_edit_put_back()}`)
}

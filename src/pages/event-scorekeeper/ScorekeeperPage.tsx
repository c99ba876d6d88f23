import * as m from '#messages'
import { DeviceKeyContext } from '../../features/events/ui/device/device-key.ts'
import { useDevice } from '../../features/events/ui/device/use-device.ts'
import { LazyDirectorTools } from '../../features/events/ui/LazyDirectorTools.tsx'
import { RoundsPanel } from '../../features/events/ui/rounds/RoundsPanel.tsx'
import { type ShownEvent, useEvent } from '../../features/events/ui/use-event.ts'
import styles from '../../features/scores/ui/score-pages.module.css'
import { errorMessage } from '../../platform/live/hooks.ts'
import { Missing } from '../../platform/live/not-found-context.tsx'
import type { RouteMatch } from '../../platform/live/route.ts'
import { ButtonLink } from '../../platform/ui/controls/ButtonLink.tsx'
import { AppShell } from '../../platform/ui/layouts/shells.tsx'
import { EmptyState } from '../../platform/ui/states/EmptyState.tsx'
import { ErrorState } from '../../platform/ui/states/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/states/Skeleton.tsx'

const ACCESS_ERRORS: readonly unknown[] = [401, 403, 404]

/** The page of a device that keeps the scores of one event without an account, reached by the link that the director shows. */
export function ScorekeeperPage({ params }: RouteMatch) {
  const { live, event } = useEvent(params.eventId!)
  if (live.state === 'failed' && ACCESS_ERRORS.includes(live.error.error)) return <Missing />
  return (
    <AppShell current="events" width="board">
      {event === undefined && live.state === 'pending' && <Skeleton kind="machine-header" />}
      {event === undefined && live.state === 'failed' && (
        <ErrorState page title={m.scores_event_failed()}>
          {errorMessage(live.error)}
        </ErrorState>
      )}
      {event !== undefined && <Scorekeeping event={event} />}
    </AppShell>
  )
}

function Scorekeeping({ event }: { event: ShownEvent }) {
  const device = useDevice(event._id)
  const backToEvent = <ButtonLink href={`/events/${event._id}`}>{m.events_device_see_event()}</ButtonLink>
  return (
    <div className={styles.stack}>
      <header>
        <h1>{m.events_device_page({ name: event.name })}</h1>
        <p>{m.events_device_words()}</p>
      </header>
      {device.state === 'opening' && <Skeleton kind="form" count={3} />}
      {device.state === 'none' && (
        <EmptyState title={m.events_device_none()} action={backToEvent}>
          {m.events_device_none_words()}
        </EmptyState>
      )}
      {device.state === 'failed' && <ErrorState title={m.events_device_failed()}>{device.message}</ErrorState>}
      {device.state === 'open' && (
        <DeviceKeyContext value={device.key}>
          <RoundsPanel event={event} requestedRound={null} />
          <LazyDirectorTools event={event} />
        </DeviceKeyContext>
      )}
    </div>
  )
}

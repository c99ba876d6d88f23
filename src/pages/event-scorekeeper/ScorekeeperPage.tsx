import { DeviceKeyContext } from '#events/ui/device/device-key.ts'
import { useDevice } from '#events/ui/device/use-device.ts'
import { LazyDirectorTools } from '#events/ui/LazyDirectorTools.tsx'
import { RoundsPanel } from '#events/ui/rounds/RoundsPanel.tsx'
import { useEvent } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { ReportedGames } from '#stations/ui/ReportedGames.tsx'

/**
 * The page of a device that keeps the scores of one event without an account, reached by the link that the director shows. Nothing of the
 * event is in the page that the server renders, since only the device's key may permit to see it.
 */
export function ScorekeeperPage({ params }: RouteMatch) {
  const eventId = params.eventId!
  const device = useDevice(eventId)
  return (
    <AppShell current="events" width="board">
      {device.state === 'opening' && <Skeleton kind="form" count={3} page />}
      {device.state === 'none' && (
        <EmptyState page title={m.events_device_none()} action={<ButtonLink href={`/events/${eventId}`}>{m.ui_view_event()}</ButtonLink>}>
          {m.events_device_none_words()}
        </EmptyState>
      )}
      {device.state === 'failed' && (
        <ErrorState page title={m.events_device_failed()}>
          {device.message}
        </ErrorState>
      )}
      {device.state === 'open' && (
        <DeviceKeyContext value={device.key}>
          <Scorekeeping eventId={eventId} />
        </DeviceKeyContext>
      )}
    </AppShell>
  )
}

function Scorekeeping({ eventId }: { eventId: string }) {
  const { live, event } = useEvent(eventId)
  if (live.state === 'failed')
    return (
      <ErrorState page title={live.error.error === 403 ? m.events_device_failed() : m.scores_event_failed()}>
        {errorMessage(live.error)}
      </ErrorState>
    )
  if (event === undefined) return <Skeleton kind="machine-header" />
  return (
    <div className={layout.stack6}>
      <header>
        <h1>{m.events_device_page({ name: event.name })}</h1>
        <p>{m.events_device_words()}</p>
      </header>
      <ReportedGames event={event}>
        <RoundsPanel event={event} requestedRound={null} />
      </ReportedGames>
      <LazyDirectorTools event={event} />
    </div>
  )
}

import { roundRules } from '#events/formats/registry.ts'
import { DeviceKeyContext } from '#events/ui/device/device-key.ts'
import { KioskScores } from '#events/ui/kiosk/KioskScores.tsx'
import { RoundsPanel } from '#events/ui/rounds/RoundsPanel.tsx'
import { useWakeLock } from '#events/ui/screen/use-wake-lock.ts'
import { useEvent } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { KioskShell } from '#platform/ui/kiosk/KioskShell.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { ReportedGames } from '#stations/ui/ReportedGames.tsx'

interface EventKioskProps {
  eventId: string
  deviceKey: string
  /** ends the kiosk by its code */
  leave(code: string): Promise<void>
}

/** The open games of an event, or the form for its scores. */
export function EventKiosk({ deviceKey, ...props }: EventKioskProps) {
  return (
    <DeviceKeyContext value={deviceKey}>
      <Shown {...props} />
    </DeviceKeyContext>
  )
}

function Shown({ eventId, leave }: Omit<EventKioskProps, 'deviceKey'>) {
  const { live, event } = useEvent(eventId)
  useWakeLock()
  const hasEnded = live.state === 'failed' && live.error.error === 403
  return (
    <KioskShell title={event?.name ?? m.ui_kiosk_title()} leave={leave}>
      {live.state === 'failed' ? (
        <ErrorState page title={hasEnded ? m.events_kiosk_ended() : m.scores_event_failed()}>
          {hasEnded ? m.events_kiosk_ended_words() : errorMessage(live.error)}
        </ErrorState>
      ) : event === undefined ? (
        <Skeleton kind="form" count={3} page />
      ) : roundRules(event.format) === null ? (
        <KioskScores event={event} />
      ) : (
        <ReportedGames event={event}>
          <RoundsPanel event={event} requestedRound={null} />
        </ReportedGames>
      )}
    </KioskShell>
  )
}

import { useEffect, useState } from 'react'
import { eventsLeaveKiosk, eventsOpenDevice } from '#events/contract/devices.ts'
import { roundRules } from '#events/formats/registry.ts'
import { createDeviceKey, DeviceKeyContext, forgetDeviceKey, readDeviceKey, storeDeviceKey } from '#events/ui/device/device-key.ts'
import { KioskScores } from '#events/ui/kiosk/KioskScores.tsx'
import { RoundsPanel } from '#events/ui/rounds/RoundsPanel.tsx'
import { useWakeLock } from '#events/ui/screen/use-wake-lock.ts'
import { useEvent } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { errorCode } from '#platform/live/call-errors.ts'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { KioskShell } from '#platform/ui/kiosk/KioskShell.tsx'
import { isKiosk, setKiosk } from '#platform/ui/kiosk/kiosk-lock.ts'
import { LockDevice } from '#platform/ui/kiosk/LockDevice.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'

/**
 * The page of a device that enters scores and results at one event and shows nothing else, reached by the link that the director shows.
 * Nothing of the event is in the page that the server renders, since only the device's key may permit to see it.
 */
export function EventKioskPage({ params }: RouteMatch) {
  const eventId = params.eventId!
  const path = `/events/${eventId}/kiosk`
  const open = useMethod(eventsOpenDevice)
  const leaveKiosk = useMethod(eventsLeaveKiosk)
  /** undefined: not known yet, as while the server renders; null: the device is no kiosk of this event */
  const [key, setKey] = useState<string | null | undefined>(undefined)
  useEffect(() => setKey(isKiosk(path) ? readDeviceKey(eventId) : null), [eventId, path])
  if (key === undefined) return <Skeleton kind="form" count={3} page />
  if (key === null) {
    return (
      <LockDevice
        path={path}
        onOpen={async token => {
          // Kept before the link is opened: if the answer is lost, opening the link again with the same key succeeds.
          const own = readDeviceKey(eventId) ?? createDeviceKey()
          storeDeviceKey(eventId, own)
          await open({ token, key: own })
        }}
      />
    )
  }
  const leave = async (code: string): Promise<void> => {
    await leaveKiosk({ key, code }).catch((error: unknown) => {
      // The event has been deleted, so that no code would be right.
      if (errorCode(error) !== 'device-link-unknown') throw error
    })
    setKiosk(null)
    forgetDeviceKey(eventId)
    window.location.replace(`/events/${eventId}`)
  }
  return (
    <DeviceKeyContext value={key}>
      <Kiosk eventId={eventId} leave={leave} />
    </DeviceKeyContext>
  )
}

function Kiosk({ eventId, leave }: { eventId: string; leave(code: string): Promise<void> }) {
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
        <RoundsPanel event={event} requestedRound={null} />
      )}
    </KioskShell>
  )
}

import { useEffect, useState } from 'react'
import { eventsLeaveKiosk, eventsOpenDevice } from '#events/contract/devices.ts'
import { createDeviceKey, forgetDeviceKey, readDeviceKey, storeDeviceKey } from '#events/ui/device/device-key.ts'
import * as m from '#messages'
import { errorCode } from '#platform/live/call-errors.ts'
import { useMethod } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { isKiosk, setKiosk } from '#platform/ui/kiosk/kiosk-lock.ts'
import { LockDevice } from '#platform/ui/kiosk/LockDevice.tsx'
import { SimpleShell } from '#platform/ui/layouts/SimpleShell.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { scoresLeaveKiosk, scoresOpenKiosk } from '#scores/contract/kiosks.ts'
import { EventKiosk } from './EventKiosk.tsx'
import { MachineKiosk } from './MachineKiosk.tsx'

/** What the server answers when it knows the kiosk no more, because its event or its maker's account is gone. */
const UNKNOWN = ['device-link-unknown', 'kiosk-ended']

/**
 * The page of a device that enters results and scores of one event, or scores on one machine's board, and shows nothing else. It is reached by
 * a link. Nothing of an event is in the page that the server renders, since only the device's key may permit to see it.
 */
export function KioskPage({ params: { eventId, machineId } }: RouteMatch) {
  const id = (eventId ?? machineId)!
  const home = eventId === undefined ? `/machines/${id}` : `/events/${id}`
  const path = `${home}/kiosk`
  const open = [useMethod(eventsOpenDevice), useMethod(scoresOpenKiosk)] as const
  const leaveKiosk = [useMethod(eventsLeaveKiosk), useMethod(scoresLeaveKiosk)] as const
  const kind = eventId === undefined ? 1 : 0
  /** undefined: not known yet, as while the server renders; null: the device is no kiosk of this page */
  const [key, setKey] = useState<string | null | undefined>(undefined)
  useEffect(() => setKey(isKiosk(path) ? readDeviceKey(id) : null), [id, path])
  if (key === undefined) {
    return (
      <SimpleShell>
        <NoScriptNotice purpose={m.ui_kiosk_needs()} />
        <Skeleton kind="form" count={3} page />
      </SimpleShell>
    )
  }
  if (key === null) {
    return (
      <LockDevice
        path={path}
        onOpen={async token => {
          // Kept before the link is opened: if the answer is lost, opening the link again with the same key succeeds.
          const own = readDeviceKey(id) ?? createDeviceKey()
          storeDeviceKey(id, own)
          await open[kind]({ token, key: own })
        }}
      />
    )
  }
  const leave = async (code: string): Promise<void> => {
    await leaveKiosk[kind]({ key, code }).catch((error: unknown) => {
      if (!UNKNOWN.includes(errorCode(error) ?? '')) throw error
    })
    setKiosk(null)
    forgetDeviceKey(id)
    window.location.replace(home)
  }
  return eventId === undefined ? (
    <MachineKiosk requestedId={id} deviceKey={key} leave={leave} />
  ) : (
    <EventKiosk eventId={id} deviceKey={key} leave={leave} />
  )
}

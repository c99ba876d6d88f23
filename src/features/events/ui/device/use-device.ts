import { useEffect, useRef, useState } from 'react'
import { eventsOpenDevice } from '#events/contract/devices.ts'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { createDeviceKey, readDeviceKey, storeDeviceKey } from './device-key.ts'

/** `none`: the page was opened without a link, on a device that has no key */
export type DeviceState = { state: 'opening' | 'none' } | { state: 'failed'; message: string } | { state: 'open'; key: string }

/**
 * Opens the device link whose token is in the fragment of the page's address, or takes the key that this device already has. The token is
 * removed from the address, so that it does not stay in the browser's history.
 */
export function useDevice(eventId: string): DeviceState {
  const open = useMethod(eventsOpenDevice)
  const [device, setDevice] = useState<DeviceState>({ state: 'opening' })
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    const token = window.location.hash.slice(1)
    const storedKey = readDeviceKey(eventId)
    if (token === '') {
      setDevice(storedKey === null ? { state: 'none' } : { state: 'open', key: storedKey })
      return
    }
    const key = storedKey ?? createDeviceKey()
    // Kept before the link is opened: if the answer is lost, opening the link again with the same key succeeds.
    storeDeviceKey(eventId, key)
    open({ token, key }).then(
      () => {
        window.history.replaceState(window.history.state, '', window.location.pathname)
        setDevice({ state: 'open', key })
      },
      (error: unknown) => setDevice({ state: 'failed', message: errorMessage(error) }),
    )
  }, [eventId, open])
  return device
}

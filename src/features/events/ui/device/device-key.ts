import { createContext, use } from 'react'
import type { MethodContract, PublicationContract } from '#platform/live/contract.ts'
import { useMethod, useSubscription } from '#platform/live/hooks.ts'

/** The key with which this device keeps the scores of the shown event; null: the page is used by its signed-in user. */
export const DeviceKeyContext = createContext<string | null>(null)

/** Like `useMethod`; on the page of a scorekeeping device the call is made with the device's key. */
export function useScorekeeperMethod<Input extends { device?: string | undefined }, Answer>(
  contract: MethodContract<Input, Answer>,
): (input: Input) => Promise<Answer> {
  const call = useMethod(contract)
  const device = use(DeviceKeyContext)
  return device === null ? call : input => call({ ...input, device })
}

/** Like `useSubscription`; on the page of a scorekeeping device the subscription is made with the device's key. */
export function useEventSubscription<Input extends { device?: string | undefined }>(
  contract: PublicationContract<Input>,
  input: Input | null,
): ReturnType<typeof useSubscription> {
  const device = use(DeviceKeyContext)
  return useSubscription(contract, input === null || device === null ? input : { ...input, device })
}

const storageName = (eventId: string): string => `skillshot.device.${eventId}`

/** Returns the key that this device has kept for an event; null: none, or the browser keeps nothing. */
export function readDeviceKey(eventId: string): string | null {
  try {
    return localStorage.getItem(storageName(eventId))
  } catch {
    return null
  }
}

/** Keeps the key, so that the page can be opened again. A browser that keeps nothing needs another link then. */
export function storeDeviceKey(eventId: string, key: string): void {
  try {
    localStorage.setItem(storageName(eventId), key)
  } catch {
    // Private windows may refuse. The page works until it is closed.
  }
}

/** Forgets the key, when a kiosk is left. */
export function forgetDeviceKey(eventId: string): void {
  try {
    localStorage.removeItem(storageName(eventId))
  } catch {
    // Nothing was kept.
  }
}

/** Makes a key: 256 random bits in base64url, 43 characters. */
export function createDeviceKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

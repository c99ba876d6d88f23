import { createContext } from 'react'
import type { PhoneService } from '../contract.ts'
import type { Ability } from './push-subscription.ts'

/** How a device receives push messages. Functions may throw a PushSubscribeError. */
export interface PushDevice {
  /** the service of a phone's maker, for which the server has to be configured; null: the browser's, which needs no more */
  service: PhoneService | null
  ability(): Ability | Promise<Ability>
  /** null: it is not subscribed */
  endpoint(): Promise<string | null>
  /** Must be called by an action of the user, because it asks for permission first. */
  subscribe(publicKey: string): Promise<{ endpoint: string; keys?: { p256dh: string; auth: string } }>
  unsubscribe(): Promise<void>
}

/** The device of the app on phones; null in browsers, which subscribe by their service worker. */
export const PushDeviceContext = createContext<PushDevice | null>(null)

/** Whether this browser can receive push messages. `off`: it can, once it is subscribed. */
export type Ability = 'unsupported' | 'blocked' | 'off'

/** Why a browser could not be subscribed. */
export type PushError = 'unsupported' | 'blocked' | 'not-asked' | 'unreachable'

export class PushTrouble extends Error {
  readonly trouble: PushError

  constructor(trouble: PushError, cause?: unknown) {
    super(`This browser cannot be told: ${trouble}`, { cause })
    this.name = 'PushTrouble'
    this.trouble = trouble
  }
}

const WORKER = '/sw.js'

export function ability(): Ability {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'off'
}

async function subscription(): Promise<PushSubscription | null> {
  if (ability() === 'unsupported') return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Endpoint of this browser's subscription; null: it has none. */
export const ownEndpoint = async (): Promise<string | null> => (await subscription())?.endpoint ?? null

/**
 * Must be called by an action of the user, because it asks for permission first. @param publicKey the site's, base64url. @throws
 * PushTrouble
 */
export async function subscribeHere(publicKey: string): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } }> {
  if (ability() === 'unsupported') throw new PushTrouble('unsupported')
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') throw new PushTrouble(permission === 'denied' ? 'blocked' : 'not-asked')
  try {
    await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' })
    const { pushManager } = await navigator.serviceWorker.ready
    const before = await pushManager.getSubscription()
    if (before !== null && !isOf(before, publicKey)) await before.unsubscribe()
    const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })).toJSON()
    return { endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } }
  } catch (error) {
    throw new PushTrouble('unreachable', error)
  }
}

/** Ends the subscription: nothing reaches this browser any more, even from a sender that still has its endpoint. */
export async function unsubscribeHere(): Promise<void> {
  await (await subscription())?.unsubscribe()
}

/** True if a subscription belongs to the site's current key, which may have been created anew. */
function isOf({ options: { applicationServerKey: key } }: PushSubscription, publicKey: string): boolean {
  if (key === null) return false
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey
}

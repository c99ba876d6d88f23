/** Whether this browser can receive push messages. `off`: it can, once it is subscribed. */
export type Ability = 'unsupported' | 'blocked' | 'off'

/** Why a browser could not be subscribed. */
export type PushError = 'unsupported' | 'blocked' | 'not-asked' | 'unreachable'

export class PushSubscribeError extends Error {
  readonly reason: PushError

  constructor(reason: PushError, cause?: unknown) {
    super(`This browser cannot be subscribed to push messages: ${reason}`, { cause })
    this.name = 'PushSubscribeError'
    this.reason = reason
  }
}

const WORKER = '/sw.js'

export function getPushAbility(): Ability {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'off'
}

async function subscription(): Promise<PushSubscription | null> {
  if (getPushAbility() === 'unsupported') return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Endpoint of this browser's subscription; null: it has none. */
export const ownEndpoint = async (): Promise<string | null> => (await subscription())?.endpoint ?? null

/**
 * Must be called by an action of the user, because it asks for permission first. @param publicKey the site's, base64url. @throws
 * PushSubscribeError
 */
export async function subscribeHere(publicKey: string): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } }> {
  if (getPushAbility() === 'unsupported') throw new PushSubscribeError('unsupported')
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') throw new PushSubscribeError(permission === 'denied' ? 'blocked' : 'not-asked')
  try {
    await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' })
    const { pushManager } = await navigator.serviceWorker.ready
    const existing = await pushManager.getSubscription()
    if (existing !== null && !usesKey(existing, publicKey)) await existing.unsubscribe()
    const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })).toJSON()
    return { endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } }
  } catch (error) {
    throw new PushSubscribeError('unreachable', error)
  }
}

/** Ends the subscription: nothing reaches this browser any more, even from a sender that still has its endpoint. */
export async function unsubscribeHere(): Promise<void> {
  await (await subscription())?.unsubscribe()
}

/** True if a subscription belongs to the site's current key, which may have been created anew. */
function usesKey({ options: { applicationServerKey: key } }: PushSubscription, publicKey: string): boolean {
  if (key === null) return false
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey
}

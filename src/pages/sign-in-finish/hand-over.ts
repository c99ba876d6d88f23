import type { HandedOver, Receiver } from './visit-result.ts'

/** The key under which Meteor's package `oauth` looks for the secret, with the credential's token at its end. */
const STORAGE_PREFIX = 'Meteor.oauth.credentialSecret-'

/** What this page uses of Meteor's client in the window that opened it. */
interface MeteorWindow {
  Package?: { oauth?: { OAuth: { _handleCredentialSecret(credentialToken: string, credentialSecret: string): void } } }
}

/**
 * Hands over what a visit has ended with, as the last page of Meteor's package `oauth` does: to the client in the window that opened this
 * one, or else by the storage of the browser. A window of another origin gets a message instead, which is an addition.
 */
export function handOver(receiver: Receiver, handedOver: HandedOver): void {
  if (receiver.style === 'redirect') return store('sessionStorage', handedOver)
  const opener = window.opener as (Window & MeteorWindow) | null
  if (opener === null || isOwnOrigin(opener)) {
    const client = opener?.Package?.oauth?.OAuth
    if (client === undefined) return store('localStorage', handedOver)
    if ('credentialSecret' in handedOver) client._handleCredentialSecret(handedOver.credentialToken, handedOver.credentialSecret)
    return
  }
  // Browsers deliver a message only to the origin that it is for.
  for (const origin of receiver.origins) opener.postMessage(handedOver, origin)
}

function isOwnOrigin(other: Window): boolean {
  try {
    return other.location.origin === window.location.origin
  } catch {
    // Reading the address of a window of another origin throws a SecurityError.
    return false
  }
}

function store(storage: 'localStorage' | 'sessionStorage', handedOver: HandedOver): void {
  if (!('credentialSecret' in handedOver)) return
  try {
    window[storage].setItem(STORAGE_PREFIX + handedOver.credentialToken, handedOver.credentialSecret)
  } catch {
    // The browser stores nothing for this site. The client then learns that there was no sign-in.
  }
}

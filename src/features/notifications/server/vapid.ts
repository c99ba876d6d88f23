import { createECDH, ECDH } from 'node:crypto'
import webPush, { type VapidKeys } from 'web-push'
import type { SiteSecrets } from '#platform/settings/site-secrets.ts'
import type { SecretForm } from '#platform/storage/persisted-secret.ts'

export const VAPID_SECRET = 'vapid.json'

/** The two P-256 keys, in base64url: a point of 65 bytes and a number of 32 bytes. */
export const vapidForm: SecretForm = {
  make: () => JSON.stringify(webPush.generateVAPIDKeys()),
  problem(text) {
    try {
      const { publicKey, privateKey } = JSON.parse(text) as VapidKeys
      const pair = createECDH('prime256v1')
      pair.setPrivateKey(privateKey, 'base64url')
      if (privateKey.length === 43 && pair.getPublicKey('base64url') === publicKey) return null
    } catch {
      // not JSON, or not a key
    }
    return 'is no pair of VAPID keys ({"publicKey":…,"privateKey":…})'
  },
}

/**
 * The keys by which push services identify this site. They are created on first use. Browsers
 * subscribe with the public key; with other keys, their subscriptions accept no more messages.
 * @throws StartError naming the file when it contains no such pair
 */
export const vapidKeys = (secrets: SiteSecrets): VapidKeys => JSON.parse(secrets.get(VAPID_SECRET)) as VapidKeys

/** True if a key from a browser is a point on the curve. @param key base64url */
export function isOnCurve(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

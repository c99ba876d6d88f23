import { createECDH, ECDH } from 'node:crypto'
import webPush, { type VapidKeys } from 'web-push'
import { checkPersistedSecret, persistedSecret, type SecretForm } from '../../../platform/storage/persisted-secret.ts'

const FILE = 'vapid.json'

/** The two keys of P-256, in base64url: a point of 65 bytes and a number of 32. */
const FORM: SecretForm = {
  make: () => JSON.stringify(webPush.generateVAPIDKeys()),
  problem(text) {
    try {
      const { publicKey, privateKey } = JSON.parse(text) as VapidKeys
      const pair = createECDH('prime256v1')
      pair.setPrivateKey(privateKey, 'base64url')
      if (privateKey.length === 43 && pair.getPublicKey('base64url') === publicKey) return null
    } catch {
      // no JSON, or no key
    }
    return 'is no pair of VAPID keys ({"publicKey":…,"privateKey":…})'
  },
}

/**
 * Who this site is to push services: made when first asked for, `secrets/vapid.json` in the data folder. Browsers are subscribed under it: under
 * another one, their subscriptions take nothing more.
 * @throws StartError naming the file when what is in it is no such pair
 */
export const vapidKeys = (dataDir: string): VapidKeys => JSON.parse(persistedSecret(dataDir, FILE, FORM)) as VapidKeys

/** For the start. @throws StartError as `vapidKeys` does */
export const checkVapidKeys = (dataDir: string): void => checkPersistedSecret(dataDir, FILE, FORM)

/** Whether a key that a browser has sent is a point of the curve. @param key base64url */
export function isOnCurve(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

import { ECDH } from 'node:crypto'
import webPush, { type VapidKeys } from 'web-push'
import { localSecret } from '../../../platform/storage/local-secret.ts'

/**
 * Who this site is to push services: made when first asked for, `secrets/vapid.json` in the data folder. Browsers are subscribed under it: under
 * another one, their subscriptions take nothing more.
 */
export const vapidKeys = (dataDir: string): VapidKeys =>
  JSON.parse(localSecret(dataDir, 'vapid.json', () => JSON.stringify(webPush.generateVAPIDKeys()))) as VapidKeys

/** Whether a key that a browser has sent is a point of the curve. @param key base64url */
export function isOnCurve(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

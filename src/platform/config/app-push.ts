import { createPrivateKey } from 'node:crypto'
import { isEs256Key } from '#platform/es256.ts'
import type { EnvReader } from './read-env.ts'

/** The account by which the server sends messages to the app on Android phones (Firebase Cloud Messaging). */
export interface FcmOptions {
  projectId: string
  clientEmail: string
  /** RSA, in PEM (PKCS #8) */
  privateKey: string
  /** where access tokens are issued */
  tokenUrl: string
  /** origin of the service, without a slash at its end */
  url: string
}

/** The key by which the server sends messages to the app on iPhones (Apple Push Notification service). */
export interface ApnsOptions {
  /** of the curve P-256, in PEM (PKCS #8): the `.p8` file that Apple makes */
  privateKey: string
  keyId: string
  teamId: string
  /** the app's bundle id */
  topic: string
  /** origin of the service, without a slash at its end */
  url: string
}

const isSafe = (text: unknown): text is string =>
  typeof text === 'string' && URL.canParse(text) && /^(?:https:|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$))/.test(text)

function isRsaKey(text: unknown): text is string {
  try {
    return typeof text === 'string' && createPrivateKey(text).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/** Reads the key file of a Google service account, as Firebase's console makes it; null: there is none. */
export function readFcm(reader: EnvReader): FcmOptions | null {
  const text = reader.text('FCM_SERVICE_ACCOUNT')
  const url = reader.encryptedUrl('FCM_URL')
  if (text === null) {
    if (url !== null) reader.problems.push('FCM_URL is set without FCM_SERVICE_ACCOUNT. Set both, or remove FCM_URL.')
    return null
  }
  const account = parse(text)
  const { project_id: projectId, client_email: clientEmail, private_key: privateKey, token_uri: tokenUrl } = account
  if (
    typeof projectId !== 'string' ||
    !/^[\w.:-]{1,100}$/.test(projectId) ||
    typeof clientEmail !== 'string' ||
    !isRsaKey(privateKey) ||
    !isSafe(tokenUrl)
  ) {
    reader.problems.push(
      'FCM_SERVICE_ACCOUNT is no key of a service account. Give the JSON file that Firebase makes (Project settings, Service accounts), best by FCM_SERVICE_ACCOUNT_FILE.',
    )
    return null
  }
  return { projectId, clientEmail, privateKey, tokenUrl, url: url?.origin ?? 'https://fcm.googleapis.com' }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Reads the key for the Apple Push Notification service and what belongs to it: all, or none. */
export function readApns(reader: EnvReader): ApnsOptions | null {
  const url = reader.encryptedUrl('APNS_URL')
  const [privateKey, keyId, teamId, topic] = ['APNS_KEY', 'APNS_KEY_ID', 'APNS_TEAM_ID', 'APNS_TOPIC'].map(name => reader.text(name))
  if (!privateKey || !keyId || !teamId || !topic) {
    if ([privateKey, keyId, teamId, topic, url].some(value => value))
      reader.problems.push('Set APNS_KEY, APNS_KEY_ID, APNS_TEAM_ID and APNS_TOPIC, or none of them and no APNS_URL.')
    return null
  }
  if (![keyId, teamId, topic].every(text => /^[\w.-]{1,255}$/.test(text))) {
    reader.problems.push('APNS_KEY_ID, APNS_TEAM_ID and APNS_TOPIC have letters, digits, dots and hyphens alone. One of them has others.')
    return null
  }
  if (!isEs256Key(privateKey)) {
    reader.problems.push('APNS_KEY is no key of Apple. Give the .p8 file that Apple makes (Certificates, Keys), best by APNS_KEY_FILE.')
    return null
  }
  return { privateKey, keyId, teamId, topic, url: url?.origin ?? 'https://api.push.apple.com' }
}

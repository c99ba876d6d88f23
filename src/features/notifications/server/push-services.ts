import { FCM_PREFIX } from '../contract.ts'

/** True for the endpoint of a phone with the app. Its token is sent in the body of a request, so nothing is addressed by it. */
export const isFcmEndpoint = (endpoint: string): boolean =>
  endpoint.startsWith(FCM_PREFIX) && /^[\w:.-]{20,900}$/.test(endpoint.slice(FCM_PREFIX.length))

/** Hosts of the browser vendors' push services. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^[\w.-]+\.push\.services\.mozilla\.com$/,
  /^[\w.-]+\.notify\.windows\.com$/,
  /^[\w.-]+\.push\.apple\.com$/,
]

/**
 * True if messages may be sent to this URL: at a browser vendor's push service, or at an origin that the operator has configured. Any other
 * could be a machine in the operator's own network.
 */
export function isPushService(endpoint: string, origins: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hash !== '') return false
  return origins.includes(url.origin) || (url.port === '' && SERVICES.some(host => host.test(url.hostname)))
}

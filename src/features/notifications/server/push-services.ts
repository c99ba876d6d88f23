import { PHONE_SERVICES, type PhoneService } from '../contract.ts'

/** Tokens of phones. They are sent to a service that the operator has configured, so that nothing else is addressed by them. */
const TOKENS: Readonly<Record<PhoneService, RegExp>> = { fcm: /^[\w:.-]{20,900}$/, apns: /^[\da-f]{64,200}$/i }

/** Splits the endpoint of a phone with the app. @returns null: it is none */
export function parsePhoneEndpoint(endpoint: string): { service: PhoneService; token: string } | null {
  for (const service of PHONE_SERVICES) {
    const token = endpoint.slice(service.length + 1)
    if (endpoint.startsWith(`${service}:`) && TOKENS[service].test(token)) return { service, token }
  }
  return null
}

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

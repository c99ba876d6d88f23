/** The hosts that browsers' makers take messages at. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^[\w.-]+\.push\.services\.mozilla\.com$/,
  /^[\w.-]+\.notify\.windows\.com$/,
  /^[\w.-]+\.push\.apple\.com$/,
]

/**
 * Whether messages are sent to an address: one of a browser's maker, or of an origin that the operator has named. Anything else could be a
 * machine of the operator's own network.
 */
export function isPushService(endpoint: string, origins: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hash !== '') return false
  return origins.includes(url.origin) || (url.port === '' && SERVICES.some(host => host.test(url.hostname)))
}

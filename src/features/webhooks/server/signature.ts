import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
/** bytes of a secret (Standard Webhooks: 24 to 64) */
const SECRET_BYTES = 32

export const createSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

/**
 * The headers of a message, by which its receiver knows where it comes from (Standard Webhooks 1.0). @param secrets one or more, each of which signs
 * @param seconds since 1970, when it is sent
 */
export function signedHeaders(
  secrets: readonly string[],
  { id, body }: { id: string; body: string },
  seconds: number,
): Record<string, string> {
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  }
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': secrets.map(sign).join(' ') }
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import * as v from 'valibot'

export const WEBHOOK = '/patreon/webhook'

const MAX_BYTES = 1_000_000

const event = v.object({
  data: v.object({
    type: v.literal('member'),
    relationships: v.object({ user: v.object({ data: v.object({ id: v.string() }) }) }),
  }),
})

/** True if a body is signed with the secret: hex HMAC-MD5, as documented. Takes the same time for any signature. */
export function isSigned(body: Uint8Array, signature: string, secret: string): boolean {
  const expected = createHmac('md5', secret).update(body).digest()
  const received = Buffer.from(/^[0-9a-f]{32}$/i.test(signature) ? signature : '0'.repeat(32), 'hex')
  return timingSafeEqual(expected, received) && signature.length === 32
}

/** Returns the id of the member that a signed event concerns; null for other events, such as those of posts. */
export function readMemberId(body: Uint8Array): string | null {
  try {
    const parsed = v.safeParse(event, JSON.parse(Buffer.from(body).toString('utf8')))
    return parsed.success ? parsed.output.data.relationships.user.data.id : null
  } catch {
    return null
  }
}

/**
 * Receives the provider's events. An event only says whose membership to read again, so one that is repeated, late or replayed by an
 * attacker cannot set a wrong state.
 */
export function serveWebhook(http: Hono, secret: string, onMemberChanged: (providerId: string) => Promise<void>): void {
  http.post(WEBHOOK, async context => {
    const body = await readLimitedBody(context.req.raw)
    if (body === null) return context.text('Too large\n', 413)
    if (!isSigned(body, context.req.header('x-patreon-signature') ?? '', secret)) return context.text('Not signed\n', 403)
    const providerId = readMemberId(body)
    if (providerId !== null) await onMemberChanged(providerId)
    return context.body(null, 204)
  })
}

async function readLimitedBody(request: Request): Promise<Buffer | null> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of request.body ?? []) {
    bytes += part.length
    if (bytes > MAX_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

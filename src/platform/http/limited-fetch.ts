import type { Clock } from '#ddp/timing/clock.ts'

/** Why a request to another service has no usable answer. `slow`: within the time limit; `large`: more than the limit. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure'
  readonly reason: 'slow' | 'down' | 'large'

  constructor(reason: 'slow' | 'down' | 'large') {
    super(`a request to another service has failed: ${reason}`)
    this.reason = reason
  }
}

/** ms for one request and its response */
const TIMEOUT = 10_000
const MAX_BYTES = 1_000_000

/**
 * Sends one request to another service and reads its whole answer, within limits on time and size. Redirects are not followed.
 * @throws RequestFailure
 */
export async function limitedFetch(clock: Clock, url: string, init: RequestInit): Promise<{ answer: Response; body: Buffer }> {
  const abort = new AbortController()
  const timer = clock.after(TIMEOUT, () => abort.abort())
  try {
    const headers = new Headers(init.headers)
    headers.set('user-agent', 'Skillshot')
    const answer = await fetch(url, { ...init, headers, redirect: 'manual', signal: abort.signal })
    return { answer, body: await readBody(answer) }
  } catch (error) {
    if (error instanceof RequestFailure) throw error
    throw new RequestFailure(abort.signal.aborted ? 'slow' : 'down')
  } finally {
    timer.cancel()
  }
}

async function readBody(answer: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.length
    if (bytes > MAX_BYTES) throw new RequestFailure('large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

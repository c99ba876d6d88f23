import { type ConsentRequest, consentPath } from '#oauth/paths.ts'

/** Reads what a request asks for. @returns null: it has ended, or another browser has begun it. @throws Error without a connection */
export async function fetchRequest(requestId: string): Promise<ConsentRequest | null> {
  const answer = await fetch(`${consentPath(requestId)}/details`, { cache: 'no-store' })
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  return (await answer.json()) as ConsentRequest
}

/**
 * Sends the answer to a request. @param ticket null: it is not allowed
 * @returns where the browser goes on; null: the request has ended. @throws Error without a connection
 */
export async function sendAnswer(requestId: string, ticket: string | null): Promise<string | null> {
  const answer = await fetch(`${consentPath(requestId)}/answer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket }),
  })
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  return ((await answer.json()) as { next: string }).next
}

import type { Clock } from '#ddp/timing/clock.ts'
import { limitedFetch } from '#platform/http/limited-fetch.ts'

/**
 * Asks another service for JSON, within the limits of `limitedFetch`.
 * @returns its status, and what it said; null: that was no JSON
 * @throws RequestFailure
 */
export async function requestJson(
  clock: Clock,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; said: unknown }> {
  const { answer, body } = await limitedFetch(clock, url, { headers: { accept: 'application/json', ...headers } })
  try {
    return { status: answer.status, said: JSON.parse(body.toString()) as unknown }
  } catch {
    return { status: answer.status, said: null }
  }
}

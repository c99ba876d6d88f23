import type { Clock } from '#ddp/timing/clock.ts'
import type { Config } from '#platform/config/config.ts'
import { RequestFailure } from '#platform/http/limited-fetch.ts'
import { type IfpaPlayer, ifpaDown, ifpaNotSetUp } from '../contract.ts'
import { requestJson } from './json-request.ts'

/**
 * Asks the IFPA whose numbers these are, all at once: its API takes 50 of them (github edgiardina/PinballApi, f131280). A number that it does
 * not know is missing in its answer, or all of them are with a 404.
 * @throws DdpError 409: the operator has set no key; 503
 */
export async function fetchIfpaPlayers({ url, key }: Config['ifpa'], clock: Clock, numbers: readonly string[]): Promise<IfpaPlayer[]> {
  if (key === null) throw ifpaNotSetUp()
  const { status, said } = await requestJson(
    clock,
    `${url}/player?players=${numbers.join(',')}&api_key=${encodeURIComponent(key)}`,
    {},
  ).catch((error: unknown) => {
    throw error instanceof RequestFailure ? ifpaDown() : error
  })
  if (status !== 200 && status !== 404) throw ifpaDown()
  const listed = typeof said === 'object' && said !== null && 'player' in said && Array.isArray(said.player) ? said.player : []
  const names = new Map(listed.map((player: unknown) => toName(player)))
  return numbers.map(ifpaNumber => ({ ifpaNumber, name: names.get(Number(ifpaNumber)) ?? null }))
}

/** Numbers come as numbers or as texts, and what is not set is an empty text. */
function toName(player: unknown): [number, string | null] {
  const {
    player_id: id,
    first_name: first,
    last_name: last,
  } = (typeof player === 'object' && player !== null ? player : {}) as Record<string, unknown>
  const name = [first, last]
    .flatMap(part => (typeof part === 'string' ? part.trim() : []))
    .join(' ')
    .trim()
  return [Number(id), name === '' ? null : [...name].slice(0, 100).join('')]
}

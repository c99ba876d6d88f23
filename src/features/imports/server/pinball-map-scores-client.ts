import type { Clock } from '#ddp/timing/clock.ts'
import type { Config } from '#platform/config/config.ts'
import { RequestFailure } from '#platform/http/limited-fetch.ts'
import { pinballMapDown, pinballMapRefuses } from '#venues/contract.ts'
import { type PinballMapScore, readPinballMapScores } from '../rules/pinball-map-scores.ts'
import { requestJson } from './json-request.ts'

/**
 * Asks Pinball Map for the best score of a user on each machine. Nothing that a user typed gets into the request but the number.
 * @throws DdpError 409: it wants a key; 503
 */
export async function fetchUserScores({ url, token }: Config['pinballMap'], clock: Clock, userId: number): Promise<PinballMapScore[]> {
  const path = `/api/v1/machine_score_xrefs/highest.json?by_user_id=${userId}`
  const { status, said } = await requestJson(clock, `${url}${path}`, token === null ? {} : { 'x-api-token': token }).catch(
    (error: unknown) => {
      throw error instanceof RequestFailure ? pinballMapDown() : error
    },
  )
  if (status === 401) throw pinballMapRefuses()
  const scores = status === 200 ? readPinballMapScores(said) : null
  if (scores === null) throw pinballMapDown()
  return scores
}

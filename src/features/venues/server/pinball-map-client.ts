import type { Clock } from '#ddp/timing/clock.ts'
import type { Config } from '#platform/config/config.ts'
import { limitedFetch, RequestFailure } from '#platform/http/limited-fetch.ts'
import { noLocation, pinballMapDown, pinballMapRefuses } from '../contract.ts'
import { type PinballMapEntry, readPinballMap } from '../rules/pinball-map.ts'

/**
 * Asks Pinball Map for the machines of a location. Nothing that a user typed gets into the request but the number of the location.
 * @throws DdpError 404: it knows no such location; 409: it wants a key; 503
 */
export async function fetchLocation({ url, token }: Config['pinballMap'], clock: Clock, locationId: number): Promise<PinballMapEntry[]> {
  const { answer, body } = await limitedFetch(clock, `${url}/api/v1/locations/${locationId}/machine_details.json`, {
    headers: { accept: 'application/json', ...(token === null ? {} : { 'x-api-token': token }) },
  }).catch((error: unknown) => {
    throw error instanceof RequestFailure ? pinballMapDown() : error
  })
  if (answer.status === 401) throw pinballMapRefuses()
  const said = parse(body)
  if (answer.status === 404) throw noLocation()
  if (!answer.ok || said === null) throw pinballMapDown()
  // It answers a failed look-up with the status of success.
  if ('errors' in said) throw noLocation()
  const read = readPinballMap(said)
  if (read?.kind !== 'machines') throw pinballMapDown()
  return read.machines
}

function parse(body: Buffer): object | null {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

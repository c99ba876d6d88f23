import { createServer } from 'node:http'
import { closeAtOnce, listenLocally } from './local-server.ts'

/** A machine as Pinball Map lists it. */
export interface PinballMapMachine {
  id: number
  name: string
  year: number | null
  manufacturer: string | null
  ipdb_id: number | null
  opdb_id: string | null
}

/**
 * A stand-in for the API of Pinball Map, written from its controllers: a failed look-up has the status of success and the member `errors`; a
 * key that is missing has status 401 and the member `error`.
 */
export class FakePinballMap {
  /** the machines of each location, by its number */
  readonly locations = new Map<number, PinballMapMachine[]>()
  /** the rows of `highest.json` of each user, by the user's number */
  readonly highest = new Map<number, object[]>()
  /** the paths that were asked for, with their query */
  readonly requests: string[] = []
  /** the key that it wants; null: none */
  token: string | null = null
  /** what it answers in place of everything; `silent`: it closes the connection */
  failure: { status: number; body: string; headers?: Record<string, string> } | 'silent' | null = null
  url = ''
  readonly #server = createServer((request, response) => {
    this.requests.push(request.url!)
    const answer = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    if (this.failure === 'silent') return void request.socket.destroy()
    if (this.failure !== null) return void response.writeHead(this.failure.status, this.failure.headers).end(this.failure.body)
    if (this.token !== null && request.headers['x-api-token'] !== this.token) return answer(401, { error: 'API token required' })
    const id = /^\/api\/v1\/locations\/(\d+)\/machine_details\.json$/.exec(request.url!)?.[1]
    const userId = /^\/api\/v1\/machine_score_xrefs\/highest\.json\?by_user_id=(\d+)$/.exec(request.url!)?.[1]
    if (userId !== undefined) return answer(200, { highest_scores: this.highest.get(Number(userId)) ?? [] })
    const machines = id === undefined ? undefined : this.locations.get(Number(id))
    answer(200, machines === undefined ? { errors: 'Failed to find location' } : { machines })
  })

  async open(): Promise<this> {
    this.url = await listenLocally(this.#server)
    return this
  }

  close(): Promise<void> {
    return closeAtOnce(this.#server)
  }
}

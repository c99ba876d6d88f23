import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

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
    const machines = id === undefined ? undefined : this.locations.get(Number(id))
    answer(200, machines === undefined ? { errors: 'Failed to find location' } : { machines })
  })

  async open(): Promise<this> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise(resolve => this.#server.close(() => resolve()))
  }
}

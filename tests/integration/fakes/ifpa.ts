import { createServer } from 'node:http'
import { closeAtOnce, listenLocally } from './local-server.ts'

/** A stand-in for the API of the IFPA, written from clients of it (github edgiardina/PinballApi, f131280): ids come as texts, and what is not set is an empty text. */
export class FakeIfpa {
  readonly names = new Map<string, [string, string]>()
  readonly requests: string[] = []
  url = ''
  readonly #server = createServer((request, response) => {
    this.requests.push(request.url!)
    const query = new URL(request.url!, 'http://ifpa').searchParams
    const player = (query.get('players') ?? '').split(',').flatMap(id => {
      const name = this.names.get(id)
      return name === undefined ? [] : [{ player_id: id, first_name: name[0], last_name: name[1], initials: '' }]
    })
    response.writeHead(query.get('api_key') === 'key' ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify({ player }))
  })

  async open(): Promise<this> {
    this.url = await listenLocally(this.#server)
    return this
  }

  close(): Promise<void> {
    return closeAtOnce(this.#server)
  }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What was posted to a webhook. */
export interface PostedMessage {
  content: string
  embeds: { description: string }[]
  allowed_mentions: unknown
}

/** A stand-in for Discord's webhooks, written from its documented "Execute Webhook". Tests can make a webhook fail. */
export class FakeDiscord {
  /** all requests, in order */
  readonly requests: { method: string; path: string; type: string; message: PostedMessage }[] = []
  /** by path: the answer of a webhook that fails; `silent`: it closes the connection */
  readonly failures = new Map<string, { status: number; headers?: Record<string, string> } | 'silent'>()
  url = ''
  readonly #server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const path = request.url!
    this.requests.push({ method: request.method!, path, type: request.headers['content-type'] ?? '', message: JSON.parse(body) })
    const failure = this.failures.get(path)
    if (failure === 'silent') request.socket.destroy()
    else response.writeHead(failure?.status ?? 204, failure?.headers).end()
  })

  async open(): Promise<this> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  /** Returns what was posted to a webhook, in order. */
  posted(path: string): PostedMessage[] {
    return this.requests.filter(each => each.path === path).map(({ message }) => message)
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise(resolve => this.#server.close(() => resolve()))
  }
}

import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message that a hook got. */
export interface ReceivedMessage {
  path: string
  headers: IncomingHttpHeaders
  /** as it came */
  body: string
  message: { type: string; timestamp: string; data: Record<string, unknown> }
}

type Answer = { status: number; headers?: Record<string, string>; body?: string } | 'silent'

/** A server to which webhooks lead. Tests can make it fail. */
export class HookReceiver {
  /** all requests, in order */
  readonly received: ReceivedMessage[] = []
  /** what it answers, to all messages or to each; `silent`: it closes the connection */
  answer: Answer | ((message: ReceivedMessage['message']) => Answer | Promise<Answer>) = { status: 204 }
  url = ''
  readonly #server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const message = JSON.parse(body) as ReceivedMessage['message']
    this.received.push({ path: request.url!, headers: request.headers, body, message })
    const answer = typeof this.answer === 'function' ? await this.answer(message) : this.answer
    if (answer === 'silent') request.socket.destroy()
    else response.writeHead(answer.status, answer.headers).end(answer.body)
  })

  async open(): Promise<this> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  /** What came to a path, in order. */
  at(path: string): ReceivedMessage[] {
    return this.received.filter(each => each.path === path)
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise(resolve => this.#server.close(() => resolve()))
  }
}

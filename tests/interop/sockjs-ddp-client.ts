import SockJs from 'sockjs-client'

export type Message = { [key: string]: unknown }

/** A DDP connection over sockjs-client. */
export class SockJsDdpClient {
  readonly socket: SockJs
  readonly received: Message[] = []
  readonly closed: Promise<{ code: number; reason: string; wasClean: boolean }>
  #checks: (() => void)[] = []

  /** @param transports the transports that it may try, in sockjs-client's own order; omitted: all */
  constructor(url: string, transports?: string[]) {
    // A long timeout, because the first answer may be late on a busy machine.
    this.socket = new SockJs(url, null, { timeout: 30_000, ...(transports === undefined ? {} : { transports }) })
    this.socket.onopen = () => this.send({ msg: 'connect', version: '1', support: ['1'] })
    this.socket.onmessage = ({ data }) => {
      this.received.push(JSON.parse(data) as Message)
      for (const check of this.#checks) check()
    }
    this.closed = new Promise(resolve => {
      this.socket.onclose = resolve
    })
  }

  send(message: Message): void {
    this.socket.send(JSON.stringify(message))
  }

  waitForMessage(matches: (message: Message) => boolean): Promise<Message> {
    return new Promise(resolve => {
      const check = (): void => {
        const found = this.received.find(matches)
        if (found !== undefined) resolve(found)
      }
      this.#checks.push(check)
      check()
    })
  }

  async call(id: string, method: string, ...params: unknown[]): Promise<Message> {
    this.send({ msg: 'method', id, method, params })
    return this.waitForMessage(message => message.msg === 'result' && message.id === id)
  }
}

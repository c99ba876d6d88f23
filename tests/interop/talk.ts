import SockJs from 'sockjs-client'

export type Message = { [key: string]: unknown }

/** A DDP connection over sockjs-client. */
export class Talk {
  readonly socket: SockJs
  readonly heard: Message[] = []
  readonly closed: Promise<{ code: number; reason: string; wasClean: boolean }>
  #looks: (() => void)[] = []

  /** @param transports the transports that it may try, in sockjs-client's own order; omitted: all */
  constructor(url: string, transports?: string[]) {
    // A long timeout, because the first answer may be late on a busy machine.
    this.socket = new SockJs(url, null, { timeout: 30_000, ...(transports === undefined ? {} : { transports }) })
    this.socket.onopen = () => this.say({ msg: 'connect', version: '1', support: ['1'] })
    this.socket.onmessage = ({ data }) => {
      this.heard.push(JSON.parse(data) as Message)
      for (const look of this.#looks) look()
    }
    this.closed = new Promise(resolve => {
      this.socket.onclose = resolve
    })
  }

  say(message: Message): void {
    this.socket.send(JSON.stringify(message))
  }

  hears(passes: (message: Message) => boolean): Promise<Message> {
    return new Promise(resolve => {
      const look = (): void => {
        const found = this.heard.find(passes)
        if (found !== undefined) resolve(found)
      }
      this.#looks.push(look)
      look()
    })
  }

  async call(id: string, method: string, ...params: unknown[]): Promise<Message> {
    this.say({ msg: 'method', id, method, params })
    return this.hears(message => message.msg === 'result' && message.id === id)
  }
}

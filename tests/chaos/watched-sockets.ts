import type { ClientSocket, Connect } from '#ddp/client/socket.ts'
import { nodeSocket } from '#ddp/transport/node/client-socket.ts'

/** What is lost with a connection: a call on its way to the site, or the site's answer to it. */
export type Loss = 'call' | 'answer'

export interface WatchedSocketsOptions {
  /** `ws://…/websocket` */
  url: string
  /** the calls of this method are counted, and some are lost */
  method: string
  /** Says what is lost of the n-th of them, from 1; null: nothing. */
  loss(n: number): Loss | null
  /** Breaks all connections on their way. */
  cut(): void
}

/** The real sockets of a program to its site: they know when everything is answered, and break while certain calls are under way. */
export class WatchedSockets {
  readonly lost: Record<Loss, number> = { call: 0, answer: 0 }
  readonly #options: WatchedSocketsOptions
  #calls = 0
  /** what the site has to answer on the present socket: `connect`, `ping`, and the ids of calls */
  #unanswered = new Set<string>()
  #wake = (): void => {}

  constructor(options: WatchedSocketsOptions) {
    this.#options = options
  }

  readonly connect: Connect = () => {
    const { url, method, loss, cut } = this.#options
    const socket = nodeSocket(url)
    const unanswered = new Set(['connect'])
    this.#unanswered = unanswered
    /** the id of the call whose answer is lost */
    let doomed: string | null = null
    const end = (): void => {
      unanswered.clear()
      this.#wake()
    }
    const watched: ClientSocket = {
      send: text => {
        const message = JSON.parse(text) as { msg: string; id?: string; method?: string }
        if (message.msg === 'method') unanswered.add(message.id!)
        if (message.msg === 'ping') unanswered.add('ping')
        socket.send(text)
        if (message.method !== method) return
        const lost = loss(++this.#calls)
        if (lost === 'answer') doomed = message.id!
        if (lost !== 'call') return
        this.lost.call++
        cut()
      },
      close() {
        end()
        socket.close()
      },
      onOpen: () => {},
      onMessage: () => {},
      onClose: () => {},
    }
    socket.onOpen = () => watched.onOpen()
    socket.onMessage = text => {
      const { msg, id } = JSON.parse(text) as { msg: string; id?: string }
      // The site has done what the call asked for, and its caller never hears of it. All is answered when the socket is closed.
      if (msg === 'result' && id === doomed) {
        this.lost.answer++
        cut()
        return
      }
      if (msg === 'connected') unanswered.delete('connect')
      if (msg === 'pong') unanswered.delete('ping')
      if (msg === 'result') unanswered.delete(id!)
      watched.onMessage(text)
      this.#wake()
    }
    socket.onClose = () => {
      end()
      watched.onClose()
    }
    return watched
  }

  /** Resolves when the site has answered everything, or the connection is lost. */
  async answered(): Promise<void> {
    do {
      while (this.#unanswered.size > 0) {
        await new Promise<void>(resolve => {
          this.#wake = resolve
        })
      }
      // Whoever was answered may have more to say.
      await new Promise(resolve => setImmediate(resolve))
    } while (this.#unanswered.size > 0)
  }
}

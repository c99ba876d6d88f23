import { randomUUID } from 'node:crypto'
import type { Clock, Timer } from '#ddp/timing/clock.ts'
import type { PubSub } from '#platform/pubsub/pubsub.ts'
import type { SignedMessages } from './signed-messages.ts'

export interface NodeCallsOptions {
  pubSub: PubSub
  messages: SignedMessages
  clock: Clock
}

/** What one node sends to another. An answer without `text` says that the call failed. */
type NodeMessage = { kind: 'call'; id: string; from: string; name: string; text: string } | { kind: 'answer'; id: string; text?: string }

const toChannel = (node: string): string => `node:${node}`

/** Calls between nodes over Redis. A call may be lost, or be executed though its caller has given it up. */
export class NodeCalls {
  /** this node's address */
  readonly id = randomUUID()
  readonly #options: NodeCallsOptions
  readonly #handlers = new Map<string, (text: string) => Promise<string>>()
  readonly #waiting = new Map<string, { resolve(text: string): void; reject(error: Error): void; timer: Timer }>()

  constructor(options: NodeCallsOptions) {
    this.#options = options
    options.pubSub.subscribe(toChannel(this.id), message => void this.#receive(message))
  }

  /** Sets the function that answers the calls of a name. */
  serve(name: string, handler: (text: string) => Promise<string>): void {
    this.#handlers.set(name, handler)
  }

  /** @throws Error when the other node fails, or does not answer in time */
  call(node: string, name: string, text: string, timeoutMs: number): Promise<string> {
    const id = randomUUID()
    return new Promise<string>((resolve, reject) => {
      const timer = this.#options.clock.after(timeoutMs, () => this.#settle(id)?.reject(new Error('The other node did not answer in time')))
      this.#waiting.set(id, { resolve, reject, timer })
      this.#send(node, { kind: 'call', id, from: this.id, name, text })
    })
  }

  #settle(id: string) {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    waiting?.timer.cancel()
    return waiting
  }

  async #receive(signed: string): Promise<void> {
    const text = this.#options.messages.read(signed)
    if (text === null) return
    const message = JSON.parse(text) as NodeMessage
    if (message.kind === 'answer') {
      const waiting = this.#settle(message.id)
      if (message.text === undefined) waiting?.reject(new Error('The other node failed'))
      else waiting?.resolve(message.text)
      return
    }
    const { id, from, name } = message
    const answer = await this.#handlers
      .get(name)?.(message.text)
      .catch(() => undefined)
    this.#send(from, { kind: 'answer', id, ...(answer === undefined ? {} : { text: answer }) })
  }

  #send(node: string, message: NodeMessage): void {
    this.#options.pubSub.publish(toChannel(node), this.#options.messages.write(JSON.stringify(message)))
  }
}

import type { Invocation, Method } from '#ddp/server/invocation.ts'
import { DdpServer } from '#ddp/server/server.ts'
import { WriteFence } from '#ddp/server/session/write-fence.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import type { MethodContract } from '#platform/live/contract.ts'

const noConnection: Invocation['connection'] = { id: '', clientAddress: null, httpHeaders: {}, close: () => {}, onClose: () => {} }

/** A DDP server whose methods are called in this process, as any user and without a connection. */
export class InProcessServer extends DdpServer {
  readonly #methods = new Map<string, Method>()

  override method(name: string, method: Method): void {
    super.method(name, method)
    this.#methods.set(name, method)
  }

  /** Calls a method by its contract. Resolves when the change-log listeners have processed its changes. @throws DdpError like the method */
  call<Input, Answer>(userId: string, { name }: MethodContract<Input, Answer>, input: Input): Promise<Answer> {
    return this.callByName(userId, name, input) as Promise<Answer>
  }

  async callByName(userId: string, name: string, ...params: unknown[]): Promise<unknown> {
    const method = this.#methods.get(name)
    if (method === undefined) throw new Error(`There is no method named '${name}'`)
    const fence = new WriteFence()
    const invocation: Invocation = {
      userId,
      connection: noConnection,
      isSimulation: false,
      randomSeed: undefined,
      fence,
      setUserId: async () => {},
      unblock: () => {},
      closeWhenAnswered: () => {},
    }
    const answer = await method(invocation, ...(params as Ejson[]))
    await fence.settled()
    return answer
  }
}

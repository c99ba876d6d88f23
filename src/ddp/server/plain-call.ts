import type { Ejson } from '../wire/ejson.ts'
import { DdpError, sanitise } from '../wire/error.ts'
import type { DdpConnection } from './connection.ts'
import type { Invocation, Method } from './invocation.ts'
import { tooManyRequests } from './rate-limit.ts'
import type { ServerSettings } from './server-settings.ts'
import { WriteFence } from './session/write-fence.ts'

/** Who calls a method or reads a publication without a session, such as by plain HTTP. */
export interface PlainCaller {
  /** null: not signed in */
  readonly userId: string | null
  readonly clientAddress: string | null
  readonly httpHeaders: Readonly<Record<string, string>>
}

/** The connection of a caller without a session. It closes when the call has been answered. */
export class PlainConnection implements DdpConnection {
  readonly id: string
  readonly clientAddress: string | null
  readonly httpHeaders: Readonly<Record<string, string>>
  #callbacks: (() => void)[] = []
  #closed = false

  constructor(id: string, { clientAddress, httpHeaders }: PlainCaller) {
    this.id = id
    this.clientAddress = clientAddress
    this.httpHeaders = httpHeaders
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const callback of this.#callbacks.splice(0)) callback()
  }

  onClose(callback: () => void): void {
    if (this.#closed) callback()
    else this.#callbacks.push(callback)
  }
}

/**
 * Runs one method for a caller without a session: the same handler, limits and hooks as for one with a session.
 * @throws DdpError what a client with a session would get
 */
export async function callPlainly(
  { randomId, checkRate, hooks, report }: Pick<ServerSettings, 'randomId' | 'checkRate' | 'hooks' | 'report'>,
  method: Method | undefined,
  { name, params, caller }: { name: string; params: readonly Ejson[]; caller: PlainCaller },
): Promise<Ejson> {
  const connection = new PlainConnection(randomId(), caller)
  const { userId, clientAddress } = caller
  const fence = new WriteFence()
  const invocation: Invocation = {
    ...{ userId, connection, fence, isSimulation: false, randomSeed: undefined },
    setUserId: async () => {
      throw new Error(`${name} signs a session in or out, so it needs one`)
    },
    unblock: () => {},
    closeWhenAnswered: () => {},
  }
  let answer: Ejson = null
  let failure: DdpError | null = null
  const run = async (): Promise<DdpError | null> => {
    try {
      const wait = checkRate({ userId, clientAddress, type: 'method', name, connectionId: connection.id })
      if (wait !== null) throw tooManyRequests(wait)
      if (method === undefined) throw new DdpError(404, `Method '${name}' not found`)
      answer = (await method(invocation, ...params)) as Ejson
    } catch (error) {
      failure = sanitise(error, report)
    }
    await fence.settled()
    return failure
  }
  await hooks.method({ name: method === undefined ? null : name, session: connection.id, clientAddress, userId }, run)
  connection.close()
  if (failure !== null) throw failure
  return answer
}

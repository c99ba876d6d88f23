import type { Invocation } from '../../../ddp/server/invocation.ts'
import type { LiveSet } from '../../../ddp/server/live-set.ts'
import type { DdpServer } from '../../../ddp/server/server.ts'
import type { Publishing } from '../../../ddp/server/subscription.ts'
import type { Ejson } from '../../../ddp/wire/ejson.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import { Caches } from '../../caches.ts'
import type { FeedReader } from '../../db/feed/reader.ts'
import type { FeedEntry } from '../../db/feed/write.ts'
import { type MethodContract, type PublicationContract, parseArgument } from '../contract.ts'
import { LiveQueries } from './live-queries.ts'

export interface Call<Input> {
  readonly input: Input
  readonly userId: string | null
  readonly invocation: Invocation
  /** Tells everybody of committed changes; the caller's `updated` waits until he has been told. */
  wrote(entries: readonly FeedEntry[]): Promise<void>
}

/** The signed-in caller's id. @throws DdpError 401 */
export function signedIn({ userId }: { userId: string | null }): string {
  if (userId === null) throw new DdpError(401, 'Please sign in first.')
  return userId
}

/** What a publication publishes: sets, which it also keeps alive until the subscription stops. */
type Publisher<Input> = (publishing: Publishing, input: Input) => Promise<readonly LiveSet[]> | readonly LiveSet[]

/** The app's typed face on the DDP server: contracts in, methods and publications out. */
export class LiveServer {
  readonly ddp: DdpServer
  readonly feed: FeedReader
  readonly #caches: Caches
  readonly #publishers = new Map<string, Publisher<unknown>[]>()

  constructor(ddp: DdpServer, feed: FeedReader, caches = new Caches()) {
    this.ddp = ddp
    this.feed = feed
    this.#caches = caches
  }

  method<Input, Answer extends Ejson | object>(
    contract: MethodContract<Input, Answer>,
    handler: (call: Call<Input>) => Promise<Answer>,
  ): void {
    this.ddp.method(contract.name, (invocation, ...params) => {
      const input = parseArgument(contract.input, params)
      return handler({
        input,
        invocation,
        userId: invocation.userId,
        wrote: entries => {
          const told = this.feed.push(entries)
          invocation.fence.wait(told)
          return told
        },
      })
    })
  }

  /** Queries that are kept for the next reader, in a cache of this name. @param mostIdle how many that nobody reads */
  queries(name: string, mostIdle: number): LiveQueries {
    return this.#caches.add(name, new LiveQueries(mostIdle))
  }

  /** A publication is the sum of its publishers: a feature above may add to what one below publishes. The first decides who may see it. */
  publish<Input>(contract: PublicationContract<Input>, publisher: Publisher<Input>): void {
    const known = this.#publishers.get(contract.name)
    if (known !== undefined) {
      known.push(publisher as Publisher<unknown>)
      return
    }
    const publishers: Publisher<unknown>[] = [publisher as Publisher<unknown>]
    this.#publishers.set(contract.name, publishers)
    this.ddp.publish(
      contract.name,
      async (publishing, ...params) => {
        const input = parseArgument(contract.input, params)
        const sets: LiveSet[] = []
        for (const each of publishers) sets.push(...(await each(publishing, input)))
        for (const set of sets) publishing.attach(set)
        publishing.ready()
      },
      { heldVersions: true },
    )
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { tooManyRequests } from '#ddp/server/rate-limit.ts'
import { addressGroup } from '#ddp/transport/node/client-address.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import type { KeyGrant } from '#keys/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import type { PublicationContract } from '#platform/live/contract.ts'
import type { ApiAccess } from './api-access.ts'
import { CROSS_ORIGIN } from './api-headers.ts'
import { openLiveStream } from './live-stream.ts'

/** Streams that one client address may have open: a bar with a stream for each of its machines, and not a flood. */
const MAX_STREAMS = 100

/** What a program asks to be told of. */
export interface AskedStream {
  contract: PublicationContract<unknown>
  argument: Ejson
  grant: KeyGrant | null
}

/** Sends what publications show as server-sent events. */
export class RestStreams {
  readonly #options: Pick<FeatureContext, 'config' | 'live' | 'clock'>
  readonly #access: ApiAccess
  /** how many streams each client address has open */
  readonly #open = new Map<string, number>()

  constructor(options: Pick<FeatureContext, 'config' | 'live' | 'clock'>, access: ApiAccess) {
    this.#options = options
    this.#access = access
  }

  /** Answers with a stream, which ends when the client leaves. @throws DdpError `too-many-requests` before anything is answered */
  answer({ contract, argument, grant }: AskedStream, request: IncomingMessage, response: ServerResponse): void {
    // Who left while the key was looked up is told of nothing, and nothing says so later.
    if (response.destroyed || response.closed) return
    const { config, live, clock } = this.#options
    const { userId, clientAddress } = this.#access.callerOf(request, grant)
    const group = clientAddress === null ? '' : addressGroup(clientAddress)
    const open = this.#open.get(group) ?? 0
    if (config.rateLimits === 'on' && open >= MAX_STREAMS) throw tooManyRequests(1000)
    this.#open.set(group, open + 1)
    // The connection is the stream's alone, so each event is one write, and the same bytes for all.
    response.useChunkedEncodingByDefault = false
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
      // Proxies such as nginx would keep events back.
      'x-accel-buffering': 'no',
      ...CROSS_ORIGIN,
    })
    response.flushHeaders()
    const held = request.headers['last-event-id']
    openLiveStream({
      ...{ ddp: live.ddp, clock, name: contract.name, collections: contract.collections, argument, response },
      ...{ userId, clientAddress, held: typeof held === 'string' ? held : null },
      mayGoOn: () => this.#access.isStillGood(request),
      onEnd: () => {
        const left = this.#open.get(group)! - 1
        if (left === 0) this.#open.delete(group)
        else this.#open.set(group, left)
      },
    })
  }
}

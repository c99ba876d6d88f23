import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Ejson } from '#ddp/wire/ejson.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { fieldError } from '#platform/live/contract.ts'
import { parseArgument } from '#platform/live/parse-argument.ts'
import { currentRequest, runInContext } from '#platform/log/request-context.ts'
import { malformed } from '#platform/text/field-rules.ts'
import { fromJson, membersOf } from '../rules/json-values.ts'
import type { Operation } from '../rules/operations.ts'
import { type ApiAccess, checkGrant, mayAdministerBy, withReporterKey } from './api-access.ts'
import { CROSS_ORIGIN } from './api-headers.ts'
import { answerOf } from './problem.ts'

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Calls methods that may change something. */
export class RestWrites {
  readonly #live: FeatureContext['live']
  readonly #access: ApiAccess

  constructor(live: FeatureContext['live'], access: ApiAccess) {
    this.#live = live
    this.#access = access
  }

  /** @param text the body of the request @returns the answer as JSON @throws DdpError */
  async call(operation: Operation, request: IncomingMessage, text: string): Promise<string> {
    const { contract } = operation
    // Also where the key was known when the request began: it may have ended while the body came.
    const grant = this.#access.knownGrantOf(request) ?? (await this.#access.grantOf(request))
    if (request.url!.includes('?')) throw fieldError('', malformed('takes its argument as JSON, and no query'))
    const { 'idempotency-key': key } = request.headers
    const json = withKey(
      typeof key === 'string' ? key : undefined,
      operation,
      withReporterKey(operation, request, text === '' ? {} : readJson(text)),
    )
    const argument = fromJson(contract.input, json) as Record<string, unknown>
    try {
      checkGrant(grant, operation, argument)
    } catch (refusal) {
      // A wrong call is told so in any case. One that is allowed is checked by the method itself.
      parseArgument(contract.input, [argument])
      throw refusal
    }
    const caller = this.#access.callerOf(request, grant)
    const mayNotAdminister = grant === null || mayAdministerBy(grant) ? undefined : grant.userId
    const answer = await runInContext({ ids: [], spans: [], ...currentRequest(), mayNotAdminister }, () =>
      this.#live.ddp.call(contract.name, [argument as Ejson], caller),
    )
    return JSON.stringify(answer)
  }

  /** Reads the request of a known program, whose length was told beforehand, and answers it without the routes, which cost as much as a score. */
  answer(operation: Operation, request: IncomingMessage, response: ServerResponse): void {
    const parts: Buffer[] = []
    const send = (status: number, body: string, headers: Record<string, string>): void => {
      const sent = { 'content-length': Buffer.byteLength(body), 'cache-control': 'no-store', ...CROSS_ORIGIN, ...headers }
      response.writeHead(status, sent).end(body)
    }
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      this.call(operation, request, Buffer.concat(parts).toString()).then(
        body => send(200, body, { 'content-type': 'application/json' }),
        (error: unknown) => {
          const { status, body, headers } = answerOf(error, true)
          send(status, body, headers)
        },
      )
    })
  }
}

/** @throws DdpError 400 */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw fieldError('', malformed('must be JSON'))
  }
}

/**
 * Returns the argument with the id of the header `Idempotency-Key`, by which a call that creates something may be repeated.
 * @throws DdpError 400
 */
function withKey(header: string | undefined, { contract }: Operation, json: unknown): unknown {
  const key = header?.replace(/^"(.*)"$/, '$1')
  if (key === undefined) return json
  if (!Object.hasOwn(membersOf(contract.input), '_id'))
    throw fieldError('Idempotency-Key', malformed('is not taken here: repeating this call changes nothing more'))
  if (!UUID_V7.test(key)) throw fieldError('Idempotency-Key', malformed('must be a UUIDv7 in lower case'))
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json
  const given = (json as { _id?: unknown })._id
  if (given !== undefined && given !== key) throw fieldError('Idempotency-Key', malformed('must be the same as _id, or left out'))
  return { ...json, _id: key }
}

import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import type { PlainCaller } from '#ddp/server/plain-call.ts'
import { tooManyRequests } from '#ddp/server/rate-limit.ts'
import { addressGroup, clientAddress } from '#ddp/transport/node/client-address.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import type { DdpError } from '#ddp/wire/error.ts'
import { keyNeedsScope, keyOfOther, keyUnknown } from '#keys/contract.ts'
import { allowsScope, scopeOf } from '#keys/rules/scopes.ts'
import type { KeyGrant, KeysApi } from '#keys/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import type { PublicationContract } from '#platform/live/contract.ts'
import { fieldError } from '#platform/live/contract.ts'
import { parseArgument } from '#platform/live/parse-argument.ts'
import { type CachedPage, PageCache } from '#platform/render/page-cache.ts'
import { malformed } from '#platform/text/field-rules.ts'
import { fromJson, fromQuery, membersOf } from '../rules/json-values.ts'
import { API_ROOT, isPublication, type Operation, operationOf } from '../rules/operations.ts'
import { documentsJson } from './answers.ts'
import { openLiveStream } from './live-stream.ts'
import { problem, problemOf } from './problem.ts'

type RestContext = Context<{ Bindings: HttpBindings }>

/** Bytes that the body of a call may have, as a message of the socket. */
const MAX_BODY = 65_536
/** Streams that one client address may have open: a bar with a stream for each of its machines, and not a flood. */
const MAX_STREAMS = 100
/** How long an address of the site may answer the same without asking, in seconds: a burst of readers costs one answer. */
const SHARED_SECONDS = 1
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

interface CachedAnswer extends CachedPage {
  etag: string
}

/**
 * Answers a request with what is remembered, before anything else looks at it.
 * @returns the pattern of its path; null: nothing is remembered, and it did not answer
 */
export type AnswerKnown = (request: IncomingMessage, response: ServerResponse) => string | null

/** Answers calls over plain HTTP: each is the same handler, with the same limits, as a call on the socket. */
export function serveRest({ config, live, clock, http, renderQueue, caches }: FeatureContext, { keys }: { keys: KeysApi }): AnswerKnown {
  const answers = new PageCache<CachedAnswer>(clock)
  caches.add('api answers', answers)
  const routes = new Hono<{ Bindings: HttpBindings }>()

  const callerOf = ({ env: { incoming } }: RestContext, userId: string | null): PlainCaller => ({
    userId,
    clientAddress: clientAddress(incoming, config.forwardedCount),
    httpHeaders: {},
  })

  /** Returns what the key of a request allows; null: the request has none. @throws DdpError 401 */
  async function grantOf(context: RestContext): Promise<KeyGrant | null> {
    const header = context.req.header('authorization')
    if (header === undefined) return null
    const [, secret] = /^Bearer +([\w~+/.=-]+) *$/i.exec(header) ?? []
    const grant = secret === undefined ? null : await keys.authenticate(secret)
    if (grant === null) throw keyUnknown()
    return grant
  }

  /** @throws DdpError 403 */
  function checkGrant(grant: KeyGrant | null, { contract, method }: Operation, argument: Readonly<Record<string, unknown>>): void {
    if (grant === null) return
    const scope = scopeOf(contract.terms.access, method === 'GET')
    if (!allowsScope(grant.scopes, scope)) throw keyNeedsScope({ scope })
    if (scope === 'read') return
    const limits = [
      ['eventId', grant.eventId],
      ['venueId', grant.venueId],
    ] as const
    if (limits.every(([, only]) => only === null)) return
    if (!limits.some(([member, only]) => only !== null && argument[member] === only)) throw keyOfOther()
  }

  const answerError = (context: RestContext, error: unknown): Response => {
    const { problem: body, retryAfter } = problemOf(error)
    const headers: Record<string, string> = { 'content-type': 'application/problem+json', 'cache-control': 'no-store' }
    if (retryAfter !== null) headers['retry-after'] = String(retryAfter)
    if (body.status === 401) headers['www-authenticate'] = 'Bearer'
    return context.body(JSON.stringify(body), body.status as 400, headers)
  }

  const answerJson = (context: RestContext, { html, etag }: Pick<CachedAnswer, 'html' | 'etag'>, isPublic: boolean): Response => {
    const headers = isPublic ? publicHeaders(etag) : { etag, 'cache-control': 'private, no-cache', vary: VARY }
    if (matches(context.req.header('if-none-match'), etag)) return context.body(null, 304, headers)
    return context.body(new Uint8Array(html), 200, { ...headers, 'content-type': 'application/json' })
  }

  /** how many streams each client address has open */
  const streams = new Map<string, number>()

  /** Sends what a publication shows as server-sent events. @throws DdpError */
  function stream(
    context: RestContext,
    { name, collections }: PublicationContract<unknown>,
    argument: Ejson,
    grant: KeyGrant | null,
  ): Response {
    const caller = callerOf(context, grant?.userId ?? null)
    const group = caller.clientAddress === null ? '' : addressGroup(caller.clientAddress)
    const open = streams.get(group) ?? 0
    if (config.rateLimits === 'on' && open >= MAX_STREAMS) throw tooManyRequests(1000)
    streams.set(group, open + 1)
    const body = openLiveStream({
      ...{ ddp: live.ddp, clock, name, collections, argument },
      ...{ userId: caller.userId, clientAddress: caller.clientAddress, held: context.req.header('last-event-id') ?? null },
      mayGoOn: async () => (await grantOf(context)) !== null,
      onEnd() {
        const left = streams.get(group)! - 1
        if (left === 0) streams.delete(group)
        else streams.set(group, left)
      },
    })
    return context.body(body, 200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies such as nginx would keep events back.
      'x-accel-buffering': 'no',
    })
  }

  /** Reads a publication or calls a method that only reads. */
  async function read(context: RestContext, operation: Operation): Promise<Response> {
    const { contract } = operation
    const grant = await grantOf(context)
    const { searchParams, pathname, search } = new URL(context.req.url)
    const wantsStream = isPublication(contract) && asksForStream(context.req.header('accept'))
    const cacheKey = grant === null && isPublication(contract) && !wantsStream ? pathname + search : null
    const cached = cacheKey === null ? null : answers.get(cacheKey)
    if (cached !== null) return answerJson(context, cached, true)
    const parsed = fromQuery(contract.input, searchParams)
    if ('repeated' in parsed) throw fieldError(parsed.repeated, malformed('must be given once'))
    const { argument } = parsed
    const caller = callerOf(context, grant?.userId ?? null)
    // The schema is checked before the scope, so that a wrong call is told so in any case.
    parseArgument(contract.input, [argument])
    checkGrant(grant, operation, argument)
    if (wantsStream) return stream(context, contract, argument as Ejson, grant)
    if (!isPublication(contract)) {
      const html = Buffer.from(JSON.stringify(await live.ddp.call(contract.name, [argument as Ejson], caller)))
      return answerJson(context, { html, etag: etagOf(html) }, false)
    }
    const renderedAt = clock.now()
    const snapshot = await live.ddp.read(contract.name, [argument as Ejson], caller)
    const html = Buffer.from(documentsJson(contract.collections, snapshot))
    const answer = { status: 200 as const, html, etag: etagOf(html), sources: snapshot.sets, renderedAt }
    // What somebody sees without a key is the same for all.
    if (cacheKey !== null) answers.put(cacheKey, answer)
    return answerJson(context, answer, grant === null)
  }

  /** Calls a method that may change something. */
  async function write(context: RestContext, operation: Operation): Promise<Response> {
    const { contract } = operation
    const grant = await grantOf(context)
    if (context.req.url.includes('?')) throw fieldError('', malformed('takes its argument as JSON, and no query'))
    const text = await context.req.text()
    const json = text === '' ? {} : readJson(text)
    const argument = fromJson(contract.input, withKey(context, operation, json)) as Record<string, unknown>
    parseArgument(contract.input, [argument])
    checkGrant(grant, operation, argument)
    const answer = await live.ddp.call(contract.name, [argument as Ejson], callerOf(context, grant?.userId ?? null))
    return context.body(JSON.stringify(answer), 200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  }

  routes.use(
    `${API_ROOT}/*`,
    cors({
      origin: '*',
      exposeHeaders: EXPOSED_HEADERS,
      allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'Last-Event-ID'],
      maxAge: 86_400,
    }),
  )
  routes.use(`${API_ROOT}/*`, async (context, next) => {
    await next()
    // The queue answers those who ask for too much at once in its own way.
    if (context.res.status === 429 && !context.res.headers.get('content-type')?.includes('problem+json')) {
      const later = { 'retry-after': context.res.headers.get('retry-after') ?? '1' }
      context.res = answerProblem(context as RestContext, 429, 'Too many requests at once.', 'too-many-requests', later)
    }
  })
  routes.use(`${API_ROOT}/*`, renderQueue)
  routes.on(
    ['GET', 'POST'],
    `${API_ROOT}/*`,
    bodyLimit({ maxSize: MAX_BODY, onError: context => answerTooLarge(context as RestContext) }),
    async context => {
      const name = new URL(context.req.url).pathname.slice(API_ROOT.length + 1).replace('/', '.')
      const contract = live.contracts.get(name)
      const operation = contract === undefined ? null : operationOf(contract)
      try {
        if (operation === null) return notFound(context)
        if (operation.method !== context.req.method) return wrongMethod(context, operation)
        return await (operation.method === 'GET' ? read(context, operation) : write(context, operation))
      } catch (error) {
        return answerError(context, error)
      }
    },
  )
  http.route('/', routes)

  const answerProblem = (context: RestContext, status: 404 | 405 | 413 | 429, title: string, code: string, headers = {}): Response =>
    context.body(JSON.stringify(problem(status, title, { code })), status, {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...headers,
    })
  const notFound = (context: RestContext): Response =>
    answerProblem(context, 404, 'There is no such operation. /api/openapi.json lists all of them.', 'no-operation')
  const wrongMethod = (context: RestContext, { method }: Operation): Response =>
    answerProblem(context, 405, `This operation is called by ${method}.`, 'wrong-method', { allow: method })
  const answerTooLarge = (context: RestContext): Response => answerProblem(context, 413, 'The body is too large.', 'too-large')

  return ({ method, url = '', headers }, response) => {
    if (method !== 'GET' || !url.startsWith(`${API_ROOT}/`)) return null
    if (headers.authorization !== undefined || asksForStream(headers.accept)) return null
    const known = answers.peek(url)
    if (known === null) return null
    const sent = {
      ...publicHeaders(known.etag),
      'access-control-allow-origin': '*',
      'access-control-expose-headers': EXPOSED_HEADERS.join(','),
    }
    if (matches(headers['if-none-match'], known.etag)) response.writeHead(304, sent).end()
    else response.writeHead(200, { ...sent, 'content-type': 'application/json', 'content-length': known.html.length }).end(known.html)
    return `${API_ROOT}/*`
  }
}

const VARY = 'Authorization, Origin'
const EXPOSED_HEADERS = ['ETag', 'Retry-After']

/** The headers of an answer that is the same for everybody. */
const publicHeaders = (etag: string) => ({
  etag,
  'cache-control': `public, max-age=0, s-maxage=${SHARED_SECONDS}, must-revalidate`,
  vary: VARY,
})

const asksForStream = (accept: string | undefined): boolean => accept !== undefined && /\btext\/event-stream\b/.test(accept)

const etagOf = (body: Buffer): string => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** True if a list of entity tags has this one (RFC 9110 §13.1.2, weak comparison). */
const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some(each => each.trim().replace(/^W\//, '') === etag))

/** @throws DdpError 400 */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw fieldError('', malformed('must be JSON')) as DdpError
  }
}

/**
 * Returns the argument with the id of the header `Idempotency-Key`, by which a call that creates something may be repeated.
 * @throws DdpError 400
 */
function withKey(context: RestContext, { contract }: Operation, json: unknown): unknown {
  const key = context.req.header('idempotency-key')?.replace(/^"(.*)"$/, '$1')
  if (key === undefined) return json
  if (!Object.hasOwn(membersOf(contract.input), '_id'))
    throw fieldError('Idempotency-Key', malformed('is not taken here: repeating this call changes nothing more'))
  if (!UUID_V7.test(key)) throw fieldError('Idempotency-Key', malformed('must be a UUIDv7 in lower case'))
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json
  const given = (json as { _id?: unknown })._id
  if (given !== undefined && given !== key) throw fieldError('Idempotency-Key', malformed('must be the same as _id, or left out'))
  return { ...json, _id: key }
}

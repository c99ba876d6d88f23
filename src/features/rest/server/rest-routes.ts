import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import type { Ejson } from '#ddp/wire/ejson.ts'
import type { KeysApi } from '#keys/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { fieldError } from '#platform/live/contract.ts'
import { parseArgument } from '#platform/live/parse-argument.ts'
import { type CachedPage, PageCache } from '#platform/render/page-cache.ts'
import { malformed } from '#platform/text/field-rules.ts'
import { fromQuery } from '../rules/json-values.ts'
import { API_ROOT, isPublication, nameOf, type Operation, operationOf } from '../rules/operations.ts'
import { linkToNext, listDocuments } from './answers.ts'
import { ApiAccess, checkGrant } from './api-access.ts'
import { ageHeader, CROSS_ORIGIN, EXPOSED_HEADERS, publicHeaders, VARY } from './api-headers.ts'
import { etagOf, matches } from './entity-tags.ts'
import { answerOf, problem } from './problem.ts'
import { RestStreams } from './rest-streams.ts'
import { RestWrites } from './rest-writes.ts'

type RestContext = Context<{ Bindings: HttpBindings }>

/** Bytes that the body of a call may have, as a message of the socket. */
const MAX_BODY = 65_536

interface CachedAnswer extends CachedPage {
  etag: string
  /** says where the list goes on; null: it does not */
  link: string | null
}

/**
 * Answers a request before anything else looks at it: with what is remembered, or what a known program writes.
 * @returns the pattern of its path; null: it did not answer
 */
export type AnswerKnown = (request: IncomingMessage, response: ServerResponse) => string | null

/** Answers calls over plain HTTP: each is the same handler, with the same limits, as a call on the socket. */
export function serveRest({ config, live, clock, http, renderQueue, caches }: FeatureContext, keys: KeysApi): AnswerKnown {
  const answers = new PageCache<CachedAnswer>(clock)
  caches.add('api answers', answers)
  const routes = new Hono<{ Bindings: HttpBindings }>()

  const access = new ApiAccess(keys, config.forwardedCount)
  const writes = new RestWrites(live, access)
  const streams = new RestStreams({ config, live, clock }, access)

  const answerError = (context: RestContext, error: unknown): Response => {
    const { status, body, headers } = answerOf(error, context.req.header('authorization') !== undefined)
    return context.body(body, status as 400, { ...headers, ...CROSS_ORIGIN })
  }

  const answerJson = (
    context: RestContext,
    { html, etag, link }: Pick<CachedAnswer, 'html' | 'etag' | 'link'>,
    isPublic: boolean,
  ): Response => {
    const kept = isPublic ? publicHeaders(etag) : { etag, 'cache-control': 'private, no-cache', vary: VARY }
    const headers = { ...CROSS_ORIGIN, ...kept, ...ageHeader(live.changeLog) }
    if (matches(context.req.header('if-none-match'), etag)) return context.body(null, 304, headers)
    return context.body(new Uint8Array(html), 200, { ...headers, ...linkHeader(link), 'content-type': 'application/json' })
  }

  /** Reads a publication or calls a method that only reads. */
  async function read(context: RestContext, operation: Operation): Promise<Response> {
    const { contract } = operation
    const { incoming, outgoing } = context.env
    const grant = await access.grantOf(incoming)
    const url = new URL(context.req.url)
    const { searchParams, pathname, search } = url
    const wantsStream = isPublication(contract) && context.req.method === 'GET' && asksForStream(context.req.header('accept'))
    const cacheKey = grant === null && isPublication(contract) && !wantsStream ? pathname + search : null
    const cached = cacheKey === null ? null : answers.get(cacheKey)
    if (cached !== null) return answerJson(context, cached, true)
    const parsed = fromQuery(contract.input, searchParams)
    if ('repeated' in parsed) throw fieldError(parsed.repeated, malformed('must be given once'))
    const { argument } = parsed
    const caller = access.callerOf(incoming, grant)
    // The schema is checked before the scope, so that a wrong call is told so in any case.
    parseArgument(contract.input, [argument])
    checkGrant(grant, operation, argument)
    if (wantsStream) {
      streams.answer({ contract, argument: argument as Ejson, grant }, incoming, outgoing)
      return RESPONSE_ALREADY_SENT
    }
    if (!isPublication(contract)) {
      const html = Buffer.from(JSON.stringify(await live.ddp.call(contract.name, [argument as Ejson], caller)))
      return answerJson(context, { html, etag: etagOf(html), link: null }, false)
    }
    const renderedAt = clock.now()
    const snapshot = await live.ddp.read(contract.name, [argument as Ejson], caller)
    const { json, last } = listDocuments(contract, argument, snapshot)
    const html = Buffer.from(json)
    const link = last === null ? null : linkToNext(url, last)
    const answer = { status: 200 as const, html, etag: etagOf(html), link, sources: snapshot.sets, renderedAt }
    // What somebody sees without a key is the same for all.
    if (cacheKey !== null) answers.put(cacheKey, answer)
    return answerJson(context, answer, grant === null)
  }

  /** Returns the operation that a path names. */
  function operationAt(path: string): Operation | null {
    const contract = live.contracts.get(nameOf(path))
    const operation = contract === undefined ? null : operationOf(contract)
    return operation?.path === path ? operation : null
  }

  // What a browser asks before it lets a page of another origin call. All answers themselves say the same.
  routes.options(
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
  // What may change something takes its turns at the database, as on the socket, once the program is known. All else waits with what is rendered.
  routes.use(`${API_ROOT}/*`, (context, next) =>
    context.req.method === 'POST' && access.knownGrantOf((context.env as HttpBindings).incoming) !== null
      ? next()
      : renderQueue(context, next),
  )
  routes.on(
    ['GET', 'POST'],
    `${API_ROOT}/*`,
    bodyLimit({ maxSize: MAX_BODY, onError: context => answerTooLarge(context as RestContext) }),
    async context => {
      const operation = operationAt(new URL(context.req.url).pathname)
      try {
        if (operation === null) return notFound(context)
        // Hono gives a HEAD to the route of GET, and sends its answer without the body.
        const method = context.req.method === 'HEAD' ? 'GET' : context.req.method
        if (operation.method !== method) return wrongMethod(context, operation)
        if (operation.method === 'GET') return await read(context, operation)
        const answer = await writes.call(operation, context.env.incoming, await context.req.text())
        return context.body(answer, 200, { 'content-type': 'application/json', 'cache-control': 'no-store', ...CROSS_ORIGIN })
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
      ...CROSS_ORIGIN,
      ...headers,
    })
  const notFound = (context: RestContext): Response =>
    answerProblem(context, 404, 'There is no such operation. /api/openapi.json lists all of them.', 'no-operation')
  const wrongMethod = (context: RestContext, { method }: Operation): Response =>
    answerProblem(context, 405, `This operation is called by ${method}.`, 'wrong-method', { allow: method })
  const answerTooLarge = (context: RestContext): Response => answerProblem(context, 413, 'The body is too large.', 'too-large')

  /** Answers what is known already. @returns false: it did not */
  function answerKnown(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '', headers } = request
    if (!url.startsWith(`${API_ROOT}/`)) return false
    if (method === 'POST') {
      // A body whose length is not told beforehand is measured by the routes.
      const isShort = Number(headers['content-length'] ?? Number.NaN) <= MAX_BODY
      const operation = isShort && access.knownGrantOf(request) !== null ? operationAt(url) : null
      if (operation?.method !== 'POST') return false
      writes.answer(operation, request, response)
      return true
    }
    if (method !== 'GET' || headers.authorization !== undefined || asksForStream(headers.accept)) return false
    const known = answers.peek(url)
    if (known === null) return false
    const sent = { ...publicHeaders(known.etag), ...CROSS_ORIGIN, ...ageHeader(live.changeLog) }
    if (matches(headers['if-none-match'], known.etag)) response.writeHead(304, sent).end()
    else {
      const headers = { ...sent, ...linkHeader(known.link), 'content-type': 'application/json', 'content-length': known.html.length }
      response.writeHead(200, headers).end(known.html)
    }
    return true
  }
  return (request, response) => (answerKnown(request, response) ? `${API_ROOT}/*` : null)
}

const linkHeader = (link: string | null): { link?: string } => (link === null ? {} : { link })

const asksForStream = (accept: string | undefined): boolean => accept !== undefined && /\btext\/event-stream\b/.test(accept)

/// <reference path="./oidc-provider.d.ts" />
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Grant, Interaction, Provider } from 'oidc-provider/lib/provider.js'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import * as v from 'valibot'
import type { FeatureContext } from '#platform/feature-context.ts'
import { secondsToWait } from '#platform/http/seconds-to-wait.ts'
import type { SecretBox } from '#platform/storage/secret-box.ts'
import { type ConsentRequest, OAUTH_PATHS, problemPath } from '../paths.ts'
import { hostOf } from '../rules/redirect-address.ts'
import { readScopes } from '../rules/scopes.ts'
import { findApplication } from './application-store.ts'
import { findPerson } from './grant-store.ts'
import { readTicket } from './tickets.ts'

/** What the site answers itself with the provider. */
export interface RunningProvider {
  provider: Provider
  answer: ReturnType<Provider['callback']>
}

export interface ProviderRoutesOptions extends Pick<FeatureContext, 'http' | 'database' | 'clock' | 'config' | 'pubSub'> {
  /** returns the provider for the present address of the site */
  current(): Promise<RunningProvider>
  box: SecretBox
}

type OauthContext = Context<{ Bindings: HttpBindings }>

/** Visits that may begin from one address in five minutes: a club may share it. */
const VISITS = { points: 300, duration: 300 }
/** Requests of applications from one address in a minute: all users of an application come from its server. */
const CALLS = { points: 600, duration: 60 }
/** Bytes of an answer to a request. */
const MAX_ANSWER = 4096

const answerSchema = v.strictObject({ ticket: v.nullable(v.pipe(v.string(), v.maxLength(1000))) })

/** @returns its id; null: what it goes on with has ended in the meantime */
async function saveGrant(grant: Grant): Promise<string | null> {
  try {
    return await grant.save()
  } catch (error) {
    if ((error as Error).name === 'InvalidGrant') return null
    throw error
  }
}

/** Serves the addresses of the provider, and what the page of consent needs besides. */
export function serveOauth({ http, database, clock, config, pubSub, current, box }: ProviderRoutesOptions): void {
  const limiter = (name: string, counting: { points: number; duration: number }): RateLimiterAbstract | null =>
    config.rateLimits === 'on' ? pubSub.limiter(name, counting) : null
  const visits = limiter('oauth/visits', VISITS)
  const calls = limiter('oauth/calls', CALLS)
  const secondsFor = (counter: RateLimiterAbstract | null, { env }: OauthContext): Promise<number | null> =>
    secondsToWait(counter, env.incoming, config.forwardedCount)
  const pass = async ({ env: { incoming, outgoing } }: OauthContext): Promise<Response> => {
    await (await current()).answer(incoming, outgoing)
    return RESPONSE_ALREADY_SENT
  }
  const routes = new Hono<{ Bindings: HttpBindings }>()

  for (const path of [OAUTH_PATHS.authorize, `${OAUTH_PATHS.authorize}/:request`])
    routes.get(path, async context => {
      context.header('cache-control', 'no-store')
      if ((await secondsFor(visits, context)) !== null) return context.redirect(problemPath('busy'), 303)
      // The others would send a form to another site, or a page with a script of its own.
      const mode = context.req.query('response_mode') ?? 'query'
      return mode === 'query' ? pass(context) : context.redirect(problemPath('request'), 303)
    })

  const { token, userinfo, revoke, jwks } = OAUTH_PATHS
  const documents = ['openid-configuration', 'oauth-authorization-server'].map(name => `/.well-known/${name}`)
  for (const path of [token, userinfo, revoke, jwks, ...documents])
    routes.on(['GET', 'POST', 'OPTIONS'], path, async context => {
      const seconds = await secondsFor(calls, context)
      if (seconds === null) return pass(context)
      const body = { error: 'temporarily_unavailable', error_description: 'too many requests' }
      return context.json(body, 429, { 'retry-after': String(seconds), 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
    })

  /** Returns the request of the page that asks, which only the browser that began it can show; null: it has ended. */
  const findRequest = async (context: OauthContext, { provider }: RunningProvider): Promise<Interaction | null> => {
    const { incoming, outgoing } = context.env
    try {
      const request = await provider.interactionDetails(incoming, outgoing)
      return request.uid === context.req.param('request') ? request : null
    } catch (error) {
      if ((error as Error).name === 'SessionNotFound') return null
      throw error
    }
  }
  const ticketGone = (context: OauthContext): Response => context.json({ code: 'ticket-gone' }, 403)
  const gone = (context: OauthContext): Response => context.json({ code: 'request-gone' }, 404)

  routes.use('/consent/:request/:part', async (context, next) => {
    const seconds = await secondsFor(visits, context)
    if (seconds !== null)
      return context.json({ code: 'too-many-requests' }, 429, { 'retry-after': String(seconds), 'cache-control': 'no-store' })
    await next()
    context.header('cache-control', 'no-store')
  })
  routes.get('/consent/:request/details', async context => {
    const request = await findRequest(context, await current())
    const { client_id: id, redirect_uri: back, scope } = request?.params ?? {}
    const application = typeof id === 'string' ? await findApplication(database.db, id) : null
    if (application === null) return gone(context)
    const details: ConsentRequest = { application: application.name, host: hostOf(String(back)), scopes: readScopes(String(scope)) }
    return context.json(details)
  })
  // A form of another site cannot send JSON, and the cookie that it takes is not sent for it.
  routes.post('/consent/:request/answer', bodyLimit({ maxSize: MAX_ANSWER }), async context => {
    if (!/^application\/json\b/.test(context.req.header('content-type') ?? '')) return context.json({ code: 'malformed' }, 415)
    const sent = v.safeParse(v.pipe(v.string(), v.parseJson(), answerSchema), await context.req.text())
    if (!sent.success) return context.json({ code: 'malformed' }, 400)
    const running = await current()
    const request = await findRequest(context, running)
    if (request === null) return gone(context)
    const { ticket } = sent.output
    const { incoming, outgoing } = context.env
    const finish = async (result: object): Promise<Response> =>
      context.json({ next: new URL(await running.provider.interactionResult(incoming, outgoing, result)).pathname })
    if (ticket === null) return finish({ error: 'access_denied', error_description: 'the person did not allow it' })
    const allowance = readTicket(box, request.uid, ticket, clock.now())
    if (allowance === null || (await findPerson(database.db, allowance.userId)) === null) return ticketGone(context)
    const { userId: accountId, isRecalled } = allowance
    const { client_id: clientId, redirect_uri: back, scope } = request.params
    const grant = new running.provider.Grant({ accountId, clientId: String(clientId), host: hostOf(String(back)), isRecalled })
    grant.addOIDCScope(readScopes(String(scope)).join(' '))
    const grantId = await saveGrant(grant)
    if (grantId === null) return ticketGone(context)
    return finish({ login: { accountId, remember: false }, consent: { grantId } })
  })
  http.route('/', routes)
}

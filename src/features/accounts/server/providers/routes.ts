import type { IncomingMessage } from 'node:http'
import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { addressGroup, clientAddress } from '../../../../ddp/transport/node/client-address.ts'
import { DdpError } from '../../../../ddp/wire/error.ts'
import { SIGN_IN_APP_LINK } from '../../../../platform/app-links.ts'
import type { Log } from '../../../../platform/log/log.ts'
import { newToken } from '../../../../platform/tokens.ts'
import { type OauthFailure, SIGN_IN_FINISH } from '../../contract/login-services.ts'
import { beginPath, callbackPath } from './login-providers.ts'
import { ProviderError } from './provider-error.ts'
import type { ProviderLogins } from './provider-logins.ts'

const COOKIE = 'oauth-browser'
const STYLE_COOKIE = 'oauth-browser-style'
/** s */
const COOKIE_LIFETIME = 600

export interface OauthRoutesOptions {
  logins: ProviderLogins
  log: Log
  /** public address of the site */
  address: () => string
  forwardedCount: number
  /** counts visits that begin, by address; null: they are not limited */
  limiter: RateLimiterAbstract | null
}

/**
 * Serves the two addresses of a visit to a provider: where it begins, and where the provider sends the browser back to. Both end in a
 * redirect. What the client needs is in the fragment of the last address, which browsers send to no server. That address is a page of this
 * site, or with the style `shell` a link that opens the app on phones.
 */
export function registerOauthRoutes(http: Hono, { logins, log, address, forwardedCount, limiter }: OauthRoutesOptions): void {
  /** Over https the names begin with `__Host-`: a browser takes such a cookie only over https, and gives it to this host alone (RFC 6265bis). */
  const isSecure = (): boolean => address().startsWith('https:')
  const readCookie = (context: Context, name: string): string | undefined =>
    isSecure() ? getCookie(context, name, 'host') : getCookie(context, name)
  // Lax, because the provider sends the browser back here by a link.
  const writeCookie = (context: Context, name: string, value: string): void =>
    setCookie(context, name, value, {
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: COOKIE_LIFETIME,
      ...(isSecure() ? { prefix: 'host', secure: true } : {}),
    })
  /** Whether the visit was begun in a window of its own, or in the browser that the app on phones opens; null: neither. */
  const readStyle = (context: Context): (typeof STYLES)[number] | null =>
    asStyle(context.req.query('style')) ?? asStyle(readCookie(context, STYLE_COOKIE))

  const finishAt = (context: Context, fields: Record<string, string | null>): Response => {
    const style = readStyle(context)
    // Other apps can intercept the link. It may have one half of a credential only, whatever a second visit has made of the cookie.
    const isForApp = style === 'shell' && typeof fields.credentialToken !== 'string'
    const shown: Record<string, string | null> = { ...fields, style: style === 'popup' ? style : null }
    const given = Object.entries(shown).filter((field): field is [string, string] => field[1] !== null)
    context.header('cache-control', 'no-store')
    return context.redirect(`${isForApp ? SIGN_IN_APP_LINK : address() + SIGN_IN_FINISH}#${new URLSearchParams(given)}`, 303)
  }
  const fail = (context: Context, error: OauthFailure): Response => finishAt(context, { error })
  const onProblem = (context: Context, service: string, error: unknown): Response => {
    if (error instanceof DdpError && error.error === 404) return fail(context, 'not-configured')
    if (!(error instanceof ProviderError)) throw error
    log.warn({ service, problem: error.problem }, 'a login by a provider has failed')
    return fail(context, error.problem)
  }

  http.get(beginPath(':service'), async context => {
    const { service } = context.req.param() as { service: string }
    const ticket = context.req.query('ticket')
    const credentialToken = context.req.query('credentialToken') ?? null
    if (limiter !== null && (await isOverLimit(limiter, context, forwardedCount))) return fail(context, 'busy')
    if (credentialToken === null && context.req.query('style') === 'shell') return fail(context, 'expired')
    if (credentialToken !== null && !/^[\w-]{22,100}$/.test(credentialToken)) return fail(context, 'expired')
    try {
      const visit = ticket === undefined ? { userId: null, next: readPath(context.req.query('next')) } : logins.readTicket(service, ticket)
      if (visit === null) return fail(context, 'expired')
      const known = readCookie(context, COOKIE)
      const browser = known !== undefined && /^[\w-]{43}$/.test(known) ? known : newToken()
      writeCookie(context, COOKIE, browser)
      writeCookie(context, STYLE_COOKIE, asStyle(context.req.query('style')) ?? 'redirect')
      context.header('cache-control', 'no-store')
      return context.redirect(await logins.begin(service, visit, browser, credentialToken), 303)
    } catch (error) {
      return onProblem(context, service, error)
    }
  })

  http.get(callbackPath(':service'), async context => {
    const { service } = context.req.param() as { service: string }
    const answer = new URL(context.req.url).searchParams
    try {
      // RFC 6749 §4.1.2.1: the user has said no.
      if (answer.get('error') === 'access_denied') return fail(context, 'denied')
      const finished = await logins.finish(service, answer, readCookie(context, COOKIE) ?? '')
      if (finished === null) return fail(context, 'expired')
      return finishAt(context, { ...finished })
    } catch (error) {
      return onProblem(context, service, error)
    }
  })
}

const STYLES = ['popup', 'shell'] as const
const asStyle = (text: string | undefined): (typeof STYLES)[number] | null => STYLES.find(style => style === text) ?? null

/** A path of this site. Others are left out. */
const readPath = (next: string | undefined): string | null =>
  next !== undefined && next.length <= 500 && /^\/(?![/\\])[^\s]*$/.test(next) ? next : null

async function isOverLimit(limiter: RateLimiterAbstract, context: Context, forwardedCount: number): Promise<boolean> {
  const { incoming } = context.env as { incoming: IncomingMessage }
  const client = clientAddress(incoming, forwardedCount)
  try {
    await limiter.consume(client === null ? 'unknown' : addressGroup(client))
    return false
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    return true
  }
}

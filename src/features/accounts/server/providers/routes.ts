import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { type OauthFailure, SIGN_IN_FINISH } from '#accounts/contract/login-services.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { SIGN_IN_APP_LINK } from '#platform/app-links.ts'
import { secondsToWait } from '#platform/http/seconds-to-wait.ts'
import type { Log } from '#platform/log/log.ts'
import { newToken } from '#platform/tokens.ts'
import { type CredentialHandOver, isCredentialToken, readHandOver, readMeteorState } from './hand-over.ts'
import { beginPath, callbackPath } from './login-providers.ts'
import { ProviderError } from './provider-error.ts'
import type { ProviderLogins } from './provider-logins.ts'

const COOKIE = 'oauth-browser'
const STYLE_COOKIE = 'oauth-browser-style'
/** s */
const COOKIE_LIFETIME = 600
/** Meteor's apps on phones watch for an address that begins with `/_oauth` and has a fragment. */
const CORDOVA_END = '/_oauth/end/cordova'

export interface OauthRoutesOptions {
  logins: ProviderLogins
  log: Log
  /** public address of the site */
  address: () => string
  /** origins besides the site's own whose pages a credential may be handed over to */
  origins: readonly string[]
  forwardedCount: number
  /** counts visits that begin, by address; null: they are not limited */
  limiter: RateLimiterAbstract | null
}

/**
 * Serves the two addresses of a visit to a provider: where it begins, and where the provider sends the browser back to. Both end in a
 * redirect. What the client needs is in the fragment of the last address, which browsers send to no server. That address is a page of this
 * site, or with the style `shell` a link that opens the app on phones, or the page of an allowed origin that the visit began on.
 *
 * Clients of Meteor also begin at the provider itself: they make its address of the client id that the site publishes. Such a visit has
 * neither PKCE nor nonce and is bound to no browser, so its code is not used. The browser makes the visit once more as the site does it,
 * and the provider, which has just asked the user, need not ask again.
 */
export function registerOauthRoutes(http: Hono, { logins, log, address, origins, forwardedCount, limiter }: OauthRoutesOptions): void {
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
  const isOverLimit = async ({ env }: Context): Promise<boolean> =>
    (await secondsToWait(limiter, (env as HttpBindings).incoming, forwardedCount)) !== null
  const isOwn = (url: string): boolean => new URL(url).origin === new URL(address()).origin
  /** Whether the visit was begun in a window of its own, or in the browser that the app on phones opens; null: neither. */
  const readStyle = (context: Context): (typeof STYLES)[number] | null =>
    asStyle(context.req.query('style')) ?? asStyle(readCookie(context, STYLE_COOKIE))

  const redirect = (context: Context, place: string, fields: Record<string, string | null>): Response => {
    const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== null)
    context.header('cache-control', 'no-store')
    return context.redirect(`${place}#${new URLSearchParams(given)}`, 303)
  }
  const finishAt = (context: Context, fields: Record<string, string | null>): Response => {
    const style = readStyle(context)
    // Other apps can intercept the link. It may have one half of a credential only, whatever a second visit has made of the cookie.
    const isForApp = style === 'shell' && typeof fields.credentialToken !== 'string'
    const shown = { ...fields, style: style === 'popup' ? style : null }
    return redirect(context, isForApp ? SIGN_IN_APP_LINK : address() + SIGN_IN_FINISH, shown)
  }
  /** @param outcome the secret or the error */
  const handOverAt = (
    context: Context,
    handOver: CredentialHandOver,
    outcome: { credentialSecret: string } | { error: OauthFailure },
  ): Response => {
    const { credentialToken, style, redirectUrl } = handOver
    if (style === 'cordova' && 'credentialSecret' in outcome) {
      context.header('cache-control', 'no-store')
      const credential = JSON.stringify({ credentialToken, ...outcome })
      return context.redirect(`${address()}${CORDOVA_END}#${encodeURIComponent(credential)}`, 303)
    }
    // The client on that page knows the token. Without it the address is of no use to anybody else.
    if (redirectUrl !== null && !isOwn(redirectUrl)) return redirect(context, redirectUrl.replace(/#.*/s, ''), { ...outcome })
    const place = style === 'popup' ? { origins: origins.join(' ') } : { redirectUrl }
    return redirect(context, address() + SIGN_IN_FINISH, { handOver: style, credentialToken, ...outcome, ...place })
  }
  const fail = (context: Context, error: OauthFailure, handOver: CredentialHandOver | null = null): Response =>
    handOver === null ? finishAt(context, { error }) : handOverAt(context, handOver, { error })
  const onProblem = (context: Context, service: string, error: unknown, handOver: CredentialHandOver | null): Response => {
    if (error instanceof DdpError && error.error === 404) return fail(context, 'not-configured', handOver)
    if (!(error instanceof ProviderError)) throw error
    log.warn({ service, problem: error.problem }, 'a login by a provider has failed')
    return fail(context, error.problem, handOver)
  }
  /**
   * A page of another origin gets an answer only if the visit began there, which only that page's browser can say. Otherwise a link anywhere
   * could begin a visit for somebody, and have its secret sent to a page that sends its visitors on to where the link says.
   */
  const mayReturnTo = ({ redirectUrl }: CredentialHandOver, beganAt: string | null): boolean => {
    if (redirectUrl === null || isOwn(redirectUrl)) return true
    const { origin } = new URL(redirectUrl)
    return origins.includes(origin) && origin === beganAt
  }
  const begin = async (
    context: Context,
    service: string,
    visit: Parameters<ProviderLogins['begin']>[1],
    wishes: Parameters<ProviderLogins['begin']>[3],
  ): Promise<Response> => {
    const known = readCookie(context, COOKIE)
    const browser = known !== undefined && /^[\w-]{43}$/.test(known) ? known : newToken()
    writeCookie(context, COOKIE, browser)
    writeCookie(context, STYLE_COOKIE, asStyle(context.req.query('style')) ?? 'redirect')
    context.header('cache-control', 'no-store')
    return context.redirect(await logins.begin(service, visit, browser, wishes), 303)
  }

  http.get(beginPath(':service'), async context => {
    const { service } = context.req.param() as { service: string }
    const { ticket, style, state, next, credentialToken: chosen = null } = context.req.query() as Record<string, string | undefined>
    const handOver = readHandOver(context.req.query())
    const credentialToken = handOver?.credentialToken ?? chosen
    if (state !== undefined && handOver === null) return fail(context, 'bad-return')
    if (handOver !== null && !mayReturnTo(handOver, originOf(context.req.header('referer')))) return fail(context, 'bad-return')
    if (await isOverLimit(context)) return fail(context, 'busy', handOver)
    if (credentialToken === null && style === 'shell') return fail(context, 'expired')
    if (credentialToken !== null && !isCredentialToken(credentialToken)) return fail(context, 'expired')
    try {
      const visit = ticket === undefined ? { userId: null, next: readPath(next) } : logins.readTicket(service, ticket)
      if (visit === null) return fail(context, 'expired')
      // The secret of a token that the client has chosen may come to an app by a link that another app can intercept. An app that has
      // chosen the token and intercepts the secret could log in, so the provider has to ask the user.
      return await begin(context, service, visit, { credentialToken, ask: credentialToken !== null, handOver })
    } catch (error) {
      return onProblem(context, service, error, handOver)
    }
  })

  http.get(CORDOVA_END, context => context.text('You can close this window.\n'))

  http.get(callbackPath(':service'), async context => {
    const { service } = context.req.param() as { service: string }
    const answer = new URL(context.req.url).searchParams
    const state = answer.get('state') ?? ''
    // RFC 6749 §4.1.2.1: the user has said no.
    const isDenied = answer.get('error') === 'access_denied'
    let handOver: CredentialHandOver | null = null
    try {
      const returned = await logins.takeReturned(service, state, readCookie(context, COOKIE) ?? '')
      if (returned !== null) {
        handOver = returned.handOver
        if (isDenied) return fail(context, 'denied', handOver)
        const finished = await logins.finish(returned, answer)
        if (handOver === null) return finishAt(context, { ...finished })
        return handOverAt(context, handOver, { credentialSecret: finished.credentialSecret })
      }
      handOver = readMeteorState(state)
      if (handOver === null) return fail(context, isDenied ? 'denied' : 'expired')
      if (!mayReturnTo(handOver, null)) return fail(context, 'bad-return')
      if (isDenied) return fail(context, 'denied', handOver)
      if (await isOverLimit(context)) return fail(context, 'busy', handOver)
      const { credentialToken } = handOver
      return await begin(context, service, { userId: null, next: null }, { credentialToken, ask: false, handOver })
    } catch (error) {
      return onProblem(context, service, error, handOver)
    }
  })
}

const STYLES = ['popup', 'shell'] as const
const asStyle = (text: string | undefined): (typeof STYLES)[number] | null => STYLES.find(style => style === text) ?? null

/** A path of this site. Others are left out. */
const readPath = (next: string | undefined): string | null =>
  next !== undefined && next.length <= 500 && /^\/(?![/\\])[^\s]*$/.test(next) ? next : null

const originOf = (address: string | undefined): string | null =>
  address !== undefined && URL.canParse(address) ? new URL(address).origin : null

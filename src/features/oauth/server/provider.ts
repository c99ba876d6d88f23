/// <reference path="./oidc-provider.d.ts" />
import type { JsonWebKey } from 'node:crypto'
import { InvalidScope } from 'oidc-provider/lib/helpers/errors.js'
import { base, Check } from 'oidc-provider/lib/helpers/interaction_policy/index.js'
import { type Client, type Context, type Interaction, Provider } from 'oidc-provider/lib/provider.js'
import { isUnavailable } from '#platform/db/unavailable.ts'
import type { Log } from '#platform/log/log.ts'
import { consentPath, OAUTH_PATHS, type ProblemReason, problemPath } from '../paths.ts'
import { OAUTH_SCOPES, readScopes } from '../rules/scopes.ts'
import { type AdapterServices, createAdapter } from './adapter.ts'
import { findPerson } from './grant-store.ts'
import { isSecretOf } from './secrets.ts'

export interface ProviderOptions extends AdapterServices {
  /** public address of the site, without a slash at its end */
  issuer: string
  signingKey: JsonWebKey
  /** signs cookies */
  cookieKey: string
  log: Log
}

const MINUTE = 60
const DAY = 86_400
/** Lifetimes in s. */
const LIFETIMES = {
  AccessToken: 60 * MINUTE,
  AuthorizationCode: MINUTE,
  IdToken: 60 * MINUTE,
  RefreshToken: 90 * DAY,
  Grant: 365 * DAY,
  // as long as somebody may take to make an account and confirm its address
  Interaction: 60 * MINUTE,
  Session: 60 * MINUTE,
}

const OFF = { enabled: false }
const FEATURES = {
  devInteractions: OFF,
  dPoP: OFF,
  pushedAuthorizationRequests: OFF,
  resourceIndicators: OFF,
  rpInitiatedLogout: OFF,
  revocation: { enabled: true, allowedPolicy: async (_: Context, client: Client, token: { clientId: string }) => isOwn(client, token) },
}

const isOwn = ({ clientId }: Client, token: { clientId: string }): boolean => token.clientId === clientId

/** The names of its errors that say why somebody cannot go on. */
const REASONS: Readonly<Record<string, ProblemReason>> = {
  SessionNotFound: 'expired',
  InvalidClient: 'application',
  InvalidRedirectUri: 'address',
}

/**
 * Creates the provider of OAuth and OpenID Connect (decision 058). The class is imported from its own file, because the package's first file
 * prints a notice about the version of Node.
 */
export function createProvider(options: ProviderOptions): Provider {
  const { issuer, signingKey, cookieKey, log, database } = options
  const site = new URL(issuer)
  const isSecure = site.protocol === 'https:'
  // A browser takes such a cookie only over https (RFC 6265bis).
  const cookie = (name: string): string => (isSecure ? `__Secure-${name}` : name)
  const names = { session: cookie('oauth-session'), interaction: cookie('oauth-request'), resume: cookie('oauth-resume') }
  const cookieOptions = { httpOnly: true, sameSite: 'lax', secure: isSecure, signed: true }
  const policy = base()
  policy
    .get('login')
    .checks.add(
      new Check('unconfirmed', 'Whoever is signed in has to say so.', 'login_required', ({ oidc }) =>
        oidc.result?.login === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    )
  const provider = new Provider(issuer, {
    adapter: (kind: string) => createAdapter(options, kind),
    jwks: { keys: [{ ...signingKey, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [cookieKey], names, long: cookieOptions, short: cookieOptions },
    routes: {
      authorization: OAUTH_PATHS.authorize,
      token: OAUTH_PATHS.token,
      userinfo: OAUTH_PATHS.userinfo,
      revocation: OAUTH_PATHS.revoke,
      jwks: OAUTH_PATHS.jwks,
    },
    scopes: OAUTH_SCOPES,
    claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'picture', 'profile'] },
    // The ID token has the name and the picture too, so that an application need not ask again.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    clientBasedCORS: (_: Context, origin: string, { clientAuthMethod, redirectUris }: Client) =>
      clientAuthMethod === 'none' && redirectUris.some(address => new URL(address).origin === origin),
    features: FEATURES,
    ttl: LIFETIMES,
    interactions: {
      policy,
      url: (_: Context, { uid, params }: Interaction) => {
        if (readScopes(String(params.scope ?? '')).length === 0) throw new InvalidScope('none of the scopes is known')
        return consentPath(uid)
      },
    },
    loadExistingGrant: async ({ oidc }: Context) => {
      const grantId = oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId)
    },
    findAccount: async (_: Context, userId: string) => {
      const person = await findPerson(database.db, userId)
      if (person === null) return undefined
      const { username, displayName, picture } = person
      const claims = {
        ...{ sub: userId, name: displayName, preferred_username: username },
        ...{ profile: `${issuer}/players/${encodeURIComponent(username)}` },
        ...(picture === null ? {} : { picture: new URL(picture, issuer).href }),
      }
      return { accountId: userId, claims: async () => claims }
    },
    renderError: (context: Context, out: object, error: Error) => {
      if (context.path.startsWith(OAUTH_PATHS.authorize)) {
        context.status = 303
        context.redirect(problemPath(REASONS[error.name] ?? 'request'))
      } else context.body = out
    },
  })
  // The address by which the request came says nothing: the public one of the site is known.
  Object.defineProperties(provider.request, { protocol: { get: () => site.protocol.slice(0, -1) }, host: { get: () => site.host } })
  provider.Client.prototype.compareClientSecret = function (given) {
    return this.clientSecret !== undefined && isSecretOf(given, this.clientSecret)
  }
  // Its adapter is told where somebody goes back to, and whether somebody was asked.
  Object.defineProperty(provider.Grant, 'IN_PAYLOAD', { value: [...provider.Grant.IN_PAYLOAD, 'host', 'isRecalled'] })
  provider.use(async (context, next) => {
    await next()
    // It keeps no session, so its cookie says nothing.
    const set = [context.response.get('set-cookie') ?? []].flat().filter(each => !each.startsWith(names.session))
    if (set.length > 0) context.set('set-cookie', set)
    else context.remove('set-cookie')
    const isDocument = typeof context.body === 'object' && context.body !== null && 'response_modes_supported' in context.body
    if (isDocument) context.body = { ...(context.body as object), response_modes_supported: ['query'] }
  })
  const report = (err: unknown): void => {
    if (isUnavailable(err)) log.warn({ err }, 'a request of an application could not be answered: the database is away')
    else log.error({ err }, 'a request of an application failed')
  }
  provider.on('error', report)
  provider.on('server_error', (_, error) => report(error))
  return provider
}

import * as oauth from 'oauth4webapi'
import type { Clock } from '#ddp/timing/clock.ts'
import { type LoginProvider, PROVIDER_PRESETS, type ProviderPreset } from '#platform/config/login-providers.ts'
import { limitedFetch, RequestFailure } from '#platform/http/limited-fetch.ts'
import { makeAppleSecret } from './apple-secret.ts'
import { ProviderError } from './provider-error.ts'

/** A user as a provider describes it. Issuer and subject together never belong to anybody else. */
export interface ProviderUser {
  issuer: string
  subject: string
  /** the user name or the name at the provider, from which a name here may be made */
  name: string | null
  /** null: none was told, or the provider has not verified it */
  verifiedEmail: string | null
}

/** What was sent along with the browser, and is needed when it comes back. */
export interface AuthorizationSecrets {
  verifier: string
  nonce: string
}

/** ms after which the description of a provider, and its keys, are read again */
const DISCOVERY_LIFETIME = 3_600_000

/** Apple sends names and addresses by POST only, where the cookie that binds a login to its browser is missing. */
const SCOPES: Readonly<Record<ProviderPreset | 'any', string>> = {
  google: 'openid email profile',
  apple: 'openid',
  discord: 'openid identify email',
  github: 'read:user user:email',
  any: 'openid email profile',
}

/**
 * What makes a provider ask the user, also one who is signed in there. Apple always asks. Google and GitHub let the user choose an account;
 * Discord asks for consent; `login` is what OpenID Connect defines for all others.
 */
const PROMPTS: Readonly<Record<ProviderPreset | 'any', string | null>> = {
  google: 'select_account',
  apple: null,
  discord: 'consent',
  github: 'select_account',
  any: 'login',
}

/** One provider: OpenID Connect Core 1.0 with the authorization code, PKCE and nonce; GitHub by OAuth 2. Failures throw a ProviderError. */
export class ProviderClient {
  readonly #provider: LoginProvider
  readonly #clock: Clock
  readonly #redirectUri: () => string
  readonly #client: oauth.Client
  readonly #issuer: URL
  #discovery: { server: Promise<oauth.AuthorizationServer>; until: number } | null = null
  readonly #requestOptions: {
    [oauth.customFetch]: (url: string, init: object) => Promise<Response>
    [oauth.allowInsecureRequests]: boolean
  }

  /** @param redirectUri as it is registered with the provider */
  constructor(provider: LoginProvider, clock: Clock, redirectUri: () => string) {
    this.#provider = provider
    this.#clock = clock
    this.#redirectUri = redirectUri
    this.#client = { client_id: provider.clientId }
    const { preset, issuer } = provider
    this.#issuer = new URL(issuer ?? (preset === null ? '' : PROVIDER_PRESETS[preset].issuer))
    this.#requestOptions = {
      [oauth.customFetch]: (url, init) => this.#request(url, init),
      [oauth.allowInsecureRequests]: this.#issuer.protocol === 'http:',
    }
  }

  /** Returns the address where the user signs in at the provider. @param ask the provider may not send the browser back without asking */
  authorizationUrl(state: string, { verifier, nonce }: AuthorizationSecrets, ask: boolean): Promise<string> {
    return this.#withErrorMapping(async () => {
      const server = await this.#server()
      const { preset } = this.#provider
      const url = new URL(endpoint(server.authorization_endpoint))
      const prompt = ask ? PROMPTS[preset ?? 'any'] : null
      const parameters = {
        response_type: 'code',
        client_id: this.#client.client_id,
        redirect_uri: this.#redirectUri(),
        scope: SCOPES[preset ?? 'any'],
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(preset === 'github' ? {} : { nonce }),
        ...(prompt === null ? {} : { prompt }),
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    })
  }

  /**
   * Exchanges the code that the browser brought back, and reads who the user is.
   * @param answer the parameters with which the provider sent the browser back
   * @param state the one that was sent
   */
  identify(answer: URLSearchParams, state: string, { verifier, nonce }: AuthorizationSecrets): Promise<ProviderUser> {
    return this.#withErrorMapping(async () => {
      const server = await this.#server()
      const returned = oauth.validateAuthResponse(server, this.#client, answer, state)
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        this.#client,
        this.#authentication(server),
        returned,
        this.#redirectUri(),
        verifier,
        this.#requestOptions,
      )
      if (this.#provider.preset === 'github') {
        const { access_token } = await oauth.processAuthorizationCodeResponse(server, this.#client, response)
        return this.#identifyByGithub(access_token)
      }
      const tokens = await oauth.processAuthorizationCodeResponse(server, this.#client, response, {
        expectedNonce: nonce,
        requireIdToken: true,
      })
      await oauth.validateApplicationLevelSignature(server, response, this.#requestOptions)
      const claims = oauth.getValidatedIdTokenClaims(tokens)!
      const missing = claims.email === undefined && claims.name === undefined && claims.preferred_username === undefined
      const described =
        missing && server.userinfo_endpoint !== undefined ? await this.#userInfo(server, tokens.access_token, claims.sub) : claims
      return {
        issuer: server.issuer,
        subject: claims.sub,
        name: readText(described.preferred_username) ?? readText(described.name),
        // A provider that says nothing about verification has not verified.
        verifiedEmail: described.email_verified === true ? readText(described.email) : null,
      }
    })
  }

  async #userInfo(server: oauth.AuthorizationServer, accessToken: string, subject: string): Promise<oauth.UserInfoResponse> {
    const response = await oauth.userInfoRequest(server, this.#client, accessToken, this.#requestOptions)
    return oauth.processUserInfoResponse(server, this.#client, subject, response)
  }

  /** GitHub's API: a number for each user that is never given to another, and the addresses with their state. */
  async #identifyByGithub(accessToken: string): Promise<ProviderUser> {
    const api = this.#issuer.host === 'github.com' ? 'https://api.github.com' : `${this.#issuer.href.replace(/\/$/, '')}/api/v3`
    const read = async (path: string): Promise<unknown> => {
      const url = new URL(`${api}${path}`)
      const headers = new Headers({ accept: 'application/vnd.github+json' })
      const response = await oauth.protectedResourceRequest(accessToken, 'GET', url, headers, undefined, this.#requestOptions)
      if (response.status !== 200) throw new ProviderError('odd')
      return response.json()
    }
    const user = (await read('/user')) as { id?: unknown; login?: unknown }
    if (typeof user.id !== 'number') throw new ProviderError('odd')
    const emails = (await read('/user/emails')) as { email?: unknown; primary?: unknown; verified?: unknown }[]
    const verified = Array.isArray(emails) ? emails.find(each => each.primary === true && each.verified === true) : undefined
    return {
      issuer: this.#issuer.origin,
      subject: String(user.id),
      name: readText(user.login),
      verifiedEmail: readText(verified?.email),
    }
  }

  #server(): Promise<oauth.AuthorizationServer> {
    if (this.#provider.preset === 'github') {
      const base = this.#issuer.href.replace(/\/$/, '')
      return Promise.resolve({
        issuer: this.#issuer.origin,
        authorization_endpoint: `${base}/login/oauth/authorize`,
        token_endpoint: `${base}/login/oauth/access_token`,
      })
    }
    if (this.#discovery === null || this.#clock.now() >= this.#discovery.until) {
      const server = this.#discover()
      this.#discovery = { server, until: this.#clock.now() + DISCOVERY_LIFETIME }
      server.catch(() => {
        this.#discovery = null
      })
    }
    return this.#discovery.server
  }

  /** The description lies at the same address whether or not the issuer ends in a slash, so one that is typed too much or too little is taken. */
  async #discover(): Promise<oauth.AuthorizationServer> {
    const answer = await oauth.discoveryRequest(this.#issuer, this.#requestOptions)
    return oauth.processDiscoveryResponse(this.#issuer, answer.clone()).catch((error: unknown) => {
      if (!(error instanceof oauth.OperationProcessingError) || error.code !== oauth.JSON_ATTRIBUTE_COMPARISON) throw error
      return oauth.processDiscoveryResponse(withOtherEnd(this.#issuer), answer)
    })
  }

  #authentication({ token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer): oauth.ClientAuth {
    const { clientSecret, clientId, apple } = this.#provider
    if (apple !== null)
      return oauth.ClientSecretPost(makeAppleSecret({ privateKey: clientSecret, ...apple, clientId, now: this.#clock.now() }))
    // OpenID Connect Discovery 1.0 §3: without a list, the client authenticates by `client_secret_basic`.
    const usesPost = this.#provider.preset === 'github' || (methods !== undefined && !methods.includes('client_secret_basic'))
    return usesPost ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret)
  }

  async #withErrorMapping<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      if (error instanceof ProviderError) throw error
      if (error instanceof oauth.ResponseBodyError)
        throw new ProviderError(
          ['invalid_client', 'unauthorized_client', 'redirect_uri_mismatch', 'incorrect_client_credentials'].includes(error.error)
            ? 'misconfigured'
            : 'refused',
        )
      if (error instanceof oauth.WWWAuthenticateChallengeError) throw new ProviderError('misconfigured')
      if (error instanceof oauth.AuthorizationResponseError) throw new ProviderError('refused')
      // The library's message may quote the answer, so it is dropped.
      throw new ProviderError('odd')
    }
  }

  /** Sends one request. GitHub answers errors of OAuth with status 200, where the standard wants 400. */
  async #request(url: string, init: object): Promise<Response> {
    const { answer, body } = await limitedFetch(this.#clock, url, init).catch((error: unknown) => {
      if (!(error instanceof RequestFailure)) throw error
      throw new ProviderError(error.reason === 'large' ? 'odd' : 'unavailable')
    })
    if (answer.status === 429 || answer.status >= 500) throw new ProviderError('unavailable')
    if (answer.status >= 300 && answer.status < 400) throw new ProviderError('odd')
    const status = this.#provider.preset === 'github' && /^\s*\{\s*"error"/.test(body.toString('utf8')) ? 400 : answer.status
    return new Response(body.length === 0 ? null : new Uint8Array(body), { status, headers: answer.headers })
  }
}

/** Returns the address without the slash at its end, or with one if it has none. */
const withOtherEnd = ({ href }: URL): URL => new URL(href.endsWith('/') ? href.slice(0, -1) : `${href}/`)

function endpoint(address: string | undefined): string {
  if (address === undefined) throw new ProviderError('odd')
  return address
}

const readText = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 254) : null)

import * as oauth from 'oauth4webapi'
import type { Clock } from '#ddp/timing/clock.ts'
import type { PatreonOptions } from '#platform/config/config.ts'
import { limitedFetch, RequestFailure } from '#platform/http/limited-fetch.ts'
import { type Membership, readMembership } from './membership.ts'
import { PatreonError } from './patreon-error.ts'

/** `expiresAt` in ms. */
export interface Tokens {
  access: string
  refresh: string
  expiresAt: number
}

/** ms that tokens are valid if the provider does not say */
const DEFAULT_TOKEN_LIFETIME = 30 * 86_400_000
/** ms to wait when the provider is busy and does not say how long */
const DEFAULT_WAIT = 60_000
const MAX_WAIT = 3_600_000

/** The e-mail address is not requested, because nothing here needs it. */
const SCOPE = 'identity identity.memberships'

const IDENTITY = new URLSearchParams({
  include: 'memberships.campaign,memberships.currently_entitled_tiers',
  'fields[member]': 'patron_status,currently_entitled_amount_cents',
  'fields[tier]': 'title,amount_cents',
})

/** Patreon as documented: OAuth 2 with its authorization code, and API v2. Every failure throws a PatreonError. */
export class PatreonClient {
  readonly #options: PatreonOptions
  readonly #clock: Clock
  readonly #redirectUri: () => string
  readonly #server: oauth.AuthorizationServer
  readonly #client: oauth.Client
  readonly #secret: oauth.ClientAuth
  readonly #requestOptions: {
    [oauth.customFetch]: (url: string, init: object) => Promise<Response>
    [oauth.allowInsecureRequests]: boolean
  }

  /** @param redirectUri as it is registered with the provider */
  constructor(options: PatreonOptions, clock: Clock, redirectUri: () => string) {
    this.#options = options
    this.#clock = clock
    this.#redirectUri = redirectUri
    this.#server = {
      issuer: options.url,
      authorization_endpoint: `${options.url}/oauth2/authorize`,
      token_endpoint: `${options.url}/api/oauth2/token`,
      revocation_endpoint: `${options.url}/api/oauth2/revoke`,
    }
    this.#client = { client_id: options.clientId }
    this.#secret = oauth.ClientSecretPost(options.clientSecret)
    this.#requestOptions = {
      [oauth.customFetch]: (url, init) => this.#request(url, init),
      [oauth.allowInsecureRequests]: options.url.startsWith('http:'),
    }
  }

  /** Returns the URL where the user authorizes the link. */
  async authorizationUrl(state: string, verifier: string): Promise<string> {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: this.#options.clientId,
      redirect_uri: this.#redirectUri(),
      scope: SCOPE,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return `${this.#server.authorization_endpoint}?${query}`
  }

  /** @param state the one that was sent and has come back */
  exchange(code: string, state: string, verifier: string): Promise<Tokens> {
    return this.#withErrorMapping(async () => {
      const returned = oauth.validateAuthResponse(this.#server, this.#client, new URLSearchParams({ code, state }), state)
      const answer = await oauth.authorizationCodeGrantRequest(
        this.#server,
        this.#client,
        this.#secret,
        returned,
        this.#redirectUri(),
        verifier,
        this.#requestOptions,
      )
      return this.#tokens(await oauth.processAuthorizationCodeResponse(this.#server, this.#client, answer), '')
    })
  }

  refresh(tokens: Tokens): Promise<Tokens> {
    return this.#withErrorMapping(async () => {
      const answer = await oauth.refreshTokenGrantRequest(this.#server, this.#client, this.#secret, tokens.refresh, this.#requestOptions)
      return this.#tokens(await oauth.processRefreshTokenResponse(this.#server, this.#client, answer), tokens.refresh)
    })
  }

  membership({ access }: Tokens): Promise<Membership> {
    return this.#withErrorMapping(async () => {
      const url = new URL(`${this.#options.url}/api/oauth2/v2/identity?${IDENTITY}`)
      const answer = await oauth.protectedResourceRequest(access, 'GET', url, undefined, undefined, this.#requestOptions)
      if (answer.status === 401 || answer.status === 403) throw new PatreonError('refused')
      if (answer.status !== 200) throw new PatreonError('odd')
      return readMembership(await answer.json(), this.#options.campaignId)
    })
  }

  /** Makes both tokens invalid. */
  revoke({ access, refresh }: Tokens): Promise<void> {
    return this.#withErrorMapping(async () => {
      for (const token of [refresh, access])
        await oauth.processRevocationResponse(
          await oauth.revocationRequest(this.#server, this.#client, this.#secret, token, this.#requestOptions),
        )
    })
  }

  #tokens(answer: oauth.TokenEndpointResponse, previousRefresh: string): Tokens {
    const refresh = answer.refresh_token ?? previousRefresh
    if (refresh === '' || answer.token_type !== 'bearer') throw new PatreonError('odd')
    const lifetime = answer.expires_in === undefined ? DEFAULT_TOKEN_LIFETIME : answer.expires_in * 1000
    return { access: answer.access_token, refresh, expiresAt: this.#clock.now() + lifetime }
  }

  async #withErrorMapping<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      if (error instanceof PatreonError) throw error
      if (error instanceof oauth.ResponseBodyError)
        throw new PatreonError(['invalid_client', 'unauthorized_client'].includes(error.error) ? 'misconfigured' : 'refused')
      if (error instanceof oauth.WWWAuthenticateChallengeError) throw new PatreonError('refused')
      // The library's message may quote the answer, so it is dropped.
      const { cause } = error as { cause?: unknown }
      throw new PatreonError(cause instanceof Response && cause.status === 400 ? 'refused' : 'odd')
    }
  }

  /** Sends one request within the time limit. Failures of the provider are distinguished here. */
  async #request(url: string, init: object): Promise<Response> {
    const { answer, body } = await limitedFetch(this.#clock, url, init).catch((error: unknown) => {
      if (!(error instanceof RequestFailure)) throw error
      throw new PatreonError(error.reason === 'large' ? 'odd' : error.reason)
    })
    if (answer.status === 429) throw new PatreonError('busy', parseRetryAfter(answer, body))
    if (answer.status >= 500 || (answer.status >= 300 && answer.status < 400)) throw new PatreonError('down')
    return new Response(body.length === 0 ? null : new Uint8Array(body), { status: answer.status, headers: answer.headers })
  }
}

/** Reads the wait, in ms, from the header or from `retry_after_seconds` in the body. */
function parseRetryAfter(answer: Response, body: Buffer): number {
  const seconds = Number(answer.headers.get('retry-after') ?? /"retry_after_seconds"\s*:\s*(\d+)/.exec(body.toString('utf8'))?.[1])
  return seconds > 0 ? Math.min(seconds * 1000, MAX_WAIT) : DEFAULT_WAIT
}

import * as oauth from 'oauth4webapi'
import { uuidv7 } from '#platform/uuid.ts'
import type { TestApp } from './test-app.ts'
import { UserAgent } from './user-agent.ts'
import type { TestUser } from './users.ts'

/** Where the site of the tests wants people back. */
export const BACK = 'https://league.example/back?from=skillshot'

const INSECURE = { [oauth.allowInsecureRequests]: true }

/** One visit to the provider, from the address that begins it to the address to which it sends the browser back. */
export interface Visit {
  agent: UserAgent
  verifier: string
  state: string
  nonce: string
}

/** Another site that lets people sign in with their account, by a client that is certified for it. */
export class ForeignSite {
  readonly applicationId: string
  readonly client: oauth.Client
  readonly #secret: string | null
  #server: oauth.AuthorizationServer | null = null
  readonly issuer: URL

  private constructor(testApp: TestApp, applicationId: string, secret: string | null) {
    // The site's address as it names it itself.
    this.issuer = new URL(testApp.http.replace('127.0.0.1', 'localhost'))
    this.applicationId = applicationId
    this.client = { client_id: applicationId }
    this.#secret = secret
  }

  /** Registers an application. @param redirectUris where it wants people back */
  static async register(
    testApp: TestApp,
    admin: TestUser,
    {
      isConfidential = true,
      name = 'League',
      redirectUris = [BACK],
    }: { isConfidential?: boolean; name?: string; redirectUris?: string[] } = {},
  ): Promise<ForeignSite> {
    const _id = uuidv7()
    const { secret } = await admin.client.call<{ secret: string | null }>('oauth.add', { _id, name, redirectUris, isConfidential })
    return new ForeignSite(testApp, _id, secret)
  }

  get secret(): string | null {
    return this.#secret
  }

  get auth(): oauth.ClientAuth {
    return this.#secret === null ? oauth.None() : oauth.ClientSecretBasic(this.#secret)
  }

  async server(): Promise<oauth.AuthorizationServer> {
    this.#server ??= await oauth.processDiscoveryResponse(this.issuer, await oauth.discoveryRequest(this.issuer, INSECURE))
    return this.#server
  }

  /** Returns the address that begins a visit. @param other parameters in place of the usual ones; undefined: left out */
  async begin(scope: string, other: Record<string, string | undefined> = {}): Promise<Visit & { address: string }> {
    const [verifier, state, nonce] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState(), oauth.generateRandomNonce()]
    const address = new URL((await this.server()).authorization_endpoint!)
    const parameters = {
      ...{ client_id: this.applicationId, redirect_uri: BACK, response_type: 'code', scope, state },
      ...(scope.includes('openid') ? { nonce } : {}),
      ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256', ...other },
    }
    for (const [key, value] of Object.entries(parameters)) if (value !== undefined) address.searchParams.set(key, value)
    return { agent: new UserAgent(), verifier, state, nonce, address: address.href }
  }

  /** Opens the page of consent in the browser of a visit. @returns the id of the request */
  async openConsent({ agent, address }: Visit & { address: string }): Promise<string> {
    const page = new URL(await agent.follow(address, ({ pathname }) => pathname.startsWith('/consent/')))
    return page.pathname.split('/').at(-1)!
  }

  /** What the page of consent does when somebody answers. @returns the address to which the browser is sent back */
  async answer(agent: UserAgent, requestId: string, ticket: string | null): Promise<URL> {
    const response = await agent.post(`${this.issuer.origin}/consent/${requestId}/answer`, { ticket })
    const { next } = (await response.json()) as { next: string }
    return new URL(await agent.follow(this.issuer.origin + next, ({ hostname }) => hostname !== this.issuer.hostname))
  }

  /** Goes through a visit in which somebody allows it. @returns the address to which the browser is sent back */
  async allow(user: TestUser, scope: string): Promise<Visit & { back: URL }> {
    const visit = await this.begin(scope)
    const requestId = await this.openConsent(visit)
    const { ticket } = await user.client.call<{ ticket: string }>('oauth.allow', { requestId })
    return { ...visit, back: await this.answer(visit.agent, requestId, ticket) }
  }

  /** Goes on with a visit in which nobody is asked. @returns the address to which the browser is sent back; null: somebody has to be asked */
  async recall(user: TestUser, scope: string, other: Record<string, string | undefined> = {}): Promise<(Visit & { back: URL }) | null> {
    const visit = await this.begin(scope, other)
    const requestId = await this.openConsent(visit)
    const { ticket } = await user.client.call<{ ticket: string | null }>('oauth.recall', { requestId })
    return ticket === null ? null : { ...visit, back: await this.answer(visit.agent, requestId, ticket) }
  }

  /** Exchanges the code that a visit has brought. @throws as the client does */
  async exchange({ back, state, nonce, verifier }: Visit & { back: URL }): Promise<oauth.TokenEndpointResponse> {
    const server = await this.server()
    const checked = oauth.validateAuthResponse(server, this.client, back, state)
    const response = await oauth.authorizationCodeGrantRequest(server, this.client, this.auth, checked, BACK, verifier, INSECURE)
    const hasOpenid = response.ok && ((await response.clone().json()) as { id_token?: string }).id_token !== undefined
    const result = await oauth.processAuthorizationCodeResponse(server, this.client, response, hasOpenid ? { expectedNonce: nonce } : {})
    if (hasOpenid) await oauth.validateApplicationLevelSignature(server, response, INSECURE)
    return result
  }

  /** Signs somebody in. */
  async signIn(user: TestUser, scope: string): Promise<oauth.TokenEndpointResponse> {
    return this.exchange(await this.allow(user, scope))
  }

  /** @throws as the client does */
  async refresh(refreshToken: string): Promise<oauth.TokenEndpointResponse> {
    const server = await this.server()
    const response = await oauth.refreshTokenGrantRequest(server, this.client, this.auth, refreshToken, INSECURE)
    return oauth.processRefreshTokenResponse(server, this.client, response)
  }

  async userInfo(accessToken: string, subject: string): Promise<oauth.UserInfoResponse> {
    const server = await this.server()
    return oauth.processUserInfoResponse(
      server,
      this.client,
      subject,
      await oauth.userInfoRequest(server, this.client, accessToken, INSECURE),
    )
  }

  /** Gives a token back. */
  async revoke(token: string): Promise<void> {
    const server = await this.server()
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, this.client, this.auth, token, INSECURE))
  }
}

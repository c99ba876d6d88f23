import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { closeAtOnce, listenLocally } from './local-server.ts'

/** An account at the provider, and its membership of the campaign; null: none. */
export interface PatreonAccount {
  id: string
  member: { patron_status: string | null; currently_entitled_amount_cents: number; tier?: string; campaign?: string } | null
}

export interface ReceivedRequest {
  method: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
  headers: IncomingMessage['headers']
}

/** The configuration of a site that never calls the provider. */
export const UNREACHABLE_PATREON = { clientId: 'x', clientSecret: 'x', campaignId: 'x', webhookSecret: null, url: 'http://127.0.0.1:9' }

/** How a path fails: `silent`: it never answers; `hang-up`: it closes the connection; else the status and text of the answer. */
export type Failure = 'silent' | 'hang-up' | { status: number; body?: string; headers?: Record<string, string> }

interface Grant {
  account: string
  scope: string
}

interface Code extends Grant {
  redirectUri: string
  challenge: string
}

const json = (response: ServerResponse, status: number, body: unknown, type = 'application/json'): void =>
  void response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))

/** Prefix of all its tokens, codes and secrets. A site may not reveal any of them. */
export const FAKE_SECRET_PREFIX = 'stand-in-secret'

const token = (): string => `${FAKE_SECRET_PREFIX}-${randomBytes(24).toString('base64url')}`

/**
 * A stand-in for the provider, written from its documented API: OAuth 2 (authorise, token, refresh), API v2 `identity` in JSON:API, signed
 * webhooks and its rate limits; and the revocation of RFC 7009, which the provider has without documenting it. Tests can make it fail.
 */
export class FakePatreon {
  readonly clientId = 'stand-in client'
  readonly clientSecret = `${FAKE_SECRET_PREFIX}-of-the-client`
  readonly campaignId = '123456'
  readonly webhookSecret = `${FAKE_SECRET_PREFIX}-of-webhooks`
  readonly accounts = new Map<string, PatreonAccount>()
  /** all requests, in order */
  readonly requests: ReceivedRequest[] = []
  /** by path; other paths work */
  readonly failures = new Map<string, Failure>()
  /** by path: what happens before the next request is answered, once */
  readonly meanwhile = new Map<string, () => Promise<unknown>>()
  /** the lifetime of access tokens that it states, in s */
  lifetime = 2_678_400
  redirectUris: string[] = []
  url = ''
  readonly #codes = new Map<string, Code>()
  readonly #access = new Map<string, Grant>()
  readonly #refresh = new Map<string, Grant>()
  readonly #waiters = new Set<() => void>()
  readonly #server = createServer((request, response) => void this.#handle(request, response))

  async open(): Promise<this> {
    this.url = await listenLocally(this.#server)
    return this
  }

  close(): Promise<void> {
    return closeAtOnce(this.#server)
  }

  /** The configuration of a site that is registered with this provider. */
  get options() {
    const { clientId, clientSecret, campaignId, webhookSecret, url } = this
    return { clientId, clientSecret, campaignId, webhookSecret, url }
  }

  /** The same configuration as environment variables. */
  get environment(): Record<string, string> {
    return {
      PATREON_CLIENT_ID: this.clientId,
      PATREON_CLIENT_SECRET: this.clientSecret,
      PATREON_CAMPAIGN_ID: this.campaignId,
      PATREON_WEBHOOK_SECRET: this.webhookSecret,
      PATREON_URL: this.url,
    }
  }

  addAccount(
    id: string,
    member: PatreonAccount['member'] = { patron_status: 'active_patron', currently_entitled_amount_cents: 500, tier: 'Gold' },
  ) {
    const account: PatreonAccount = { id, member }
    this.accounts.set(id, account)
    return account
  }

  /** Grants access. @param url to which the site sent the browser @returns the query with which the browser returns to the site */
  authorize(url: string, account: string): { code: string; state: string } {
    const { searchParams } = new URL(url)
    return { code: this.#grant(searchParams, account), state: searchParams.get('state')! }
  }

  /** Invalidates every token of an account, as if its owner had revoked the access at the provider. */
  revokeTokens(account: string): void {
    for (const tokens of [this.#access, this.#refresh])
      for (const [each, grant] of tokens) if (grant.account === account) tokens.delete(each)
  }

  /** Invalidates the access tokens only. */
  expireAccessTokens(): void {
    this.#access.clear()
  }

  /** Returns the number of valid tokens of an account. */
  countTokens(account: string): number {
    return [this.#access, this.#refresh].flatMap(tokens => [...tokens.values()]).filter(grant => grant.account === account).length
  }

  /** Resolves when a path has received this many requests in total. */
  waitForRequests(path: string, count: number): Promise<void> {
    return this.#waitUntil(() => this.requests.filter(each => each.path === path).length >= count)
  }

  countRequests(path: string): number {
    return this.requests.filter(each => each.path === path).length
  }

  /** Resolves when an account has this many valid tokens. */
  waitForTokenCount(account: string, tokens: number): Promise<void> {
    return this.#waitUntil(() => this.countTokens(account) === tokens)
  }

  /** Returns the body of a webhook about a member, as the provider sends it. */
  webhookBody(account: string): string {
    return JSON.stringify({
      data: {
        attributes: { patron_status: this.accounts.get(account)?.member?.patron_status ?? null, full_name: 'Platform' },
        id: `member-${account}`,
        relationships: {
          campaign: { data: { id: this.campaignId, type: 'campaign' } },
          user: { data: { id: account, type: 'user' } },
        },
        type: 'member',
      },
      included: [],
    })
  }

  /** Sends a webhook. @returns the site's response */
  sendWebhook(site: string, body: string, signature = createHmac('md5', this.webhookSecret).update(body).digest('hex')): Promise<Response> {
    return fetch(`${site}/patreon/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-patreon-event': 'members:update', 'x-patreon-signature': signature },
      body,
    })
  }

  #waitUntil(condition: () => boolean): Promise<void> {
    return new Promise(resolve => {
      const check = (): void => {
        if (!condition()) return
        this.#waiters.delete(check)
        resolve()
      }
      this.#waiters.add(check)
      check()
    })
  }

  #grant(query: URLSearchParams, account: string): string {
    if (query.get('response_type') !== 'code') throw new Error('unsupported_response_type')
    if (query.get('client_id') !== this.clientId) throw new Error('unauthorized_client')
    const redirectUri = query.get('redirect_uri') ?? ''
    if (!this.redirectUris.includes(redirectUri)) throw new Error(`${redirectUri} is not registered`)
    if (query.get('code_challenge_method') !== 'S256') throw new Error('no PKCE')
    const code = token()
    this.#codes.set(code, { account, scope: query.get('scope') ?? '', redirectUri, challenge: query.get('code_challenge') ?? '' })
    return code
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += chunk
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', this.url)
    const received: ReceivedRequest = {
      method: request.method ?? '',
      path,
      query,
      form: new URLSearchParams(body),
      headers: request.headers,
    }
    this.requests.push(received)
    const happens = this.meanwhile.get(path)
    this.meanwhile.delete(path)
    await happens?.()
    const failure = this.failures.get(path)
    if (failure === undefined) this.#answer(received, response)
    else if (failure === 'hang-up') response.destroy()
    else if (failure !== 'silent')
      response.writeHead(failure.status, { 'content-type': 'application/json', ...failure.headers }).end(failure.body ?? '')
    for (const check of [...this.#waiters]) check()
  }

  #answer(request: ReceivedRequest, response: ServerResponse): void {
    const { method, path } = request
    if (method === 'GET' && path === '/oauth2/authorize') return this.#authorise(request, response)
    if (method === 'POST' && path === '/api/oauth2/token') return this.#tokens(request, response)
    if (method === 'GET' && path === '/api/oauth2/v2/identity') return this.#identity(request, response)
    if (method === 'POST' && path === '/api/oauth2/revoke') return this.#revoke(request, response)
    if (path === '/favicon.ico') return void response.writeHead(204).end()
    json(response, 404, { errors: [{ code_name: 'NotFound', status: '404' }] })
  }

  /** The page on which users allow or deny access; it has one link to allow access for each account. */
  #authorise({ query }: ReceivedRequest, response: ServerResponse): void {
    const back = (more: Record<string, string>): string =>
      `${query.get('redirect_uri')}?${new URLSearchParams({ ...more, state: query.get('state') ?? '' })}`.replaceAll('&', '&amp;')
    const links = [...this.accounts.keys()].map(id => `<p><a href="${back({ code: this.#grant(query, id) })}">Allow as ${id}</a></p>`)
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><title>Stand-in</title>${links.join('')}<p><a href="${back({ error: 'access_denied' })}">Deny</a></p>`)
  }

  #knows({ form }: ReceivedRequest, response: ServerResponse): boolean {
    if (form.get('client_id') === this.clientId && form.get('client_secret') === this.clientSecret) return true
    json(response, 401, { error: 'invalid_client' })
    return false
  }

  #tokens(request: ReceivedRequest, response: ServerResponse): void {
    if (!this.#knows(request, response)) return
    const { form } = request
    const grant = form.get('grant_type') === 'refresh_token' ? this.#refreshed(form) : this.#exchanged(form)
    if (grant === null) return json(response, 400, { error: 'invalid_grant' })
    const [access, refresh] = [token(), token()]
    this.#access.set(access, grant)
    this.#refresh.set(refresh, grant)
    json(response, 200, {
      access_token: access,
      refresh_token: refresh,
      expires_in: this.lifetime,
      scope: grant.scope,
      token_type: 'Bearer',
    })
  }

  /** A code is valid once, and only with its PKCE verifier. */
  #exchanged(form: URLSearchParams): Grant | null {
    const code = this.#codes.get(form.get('code') ?? '')
    this.#codes.delete(form.get('code') ?? '')
    if (code === undefined || form.get('grant_type') !== 'authorization_code' || form.get('redirect_uri') !== code.redirectUri) return null
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    return challenge === code.challenge ? code : null
  }

  #refreshed(form: URLSearchParams): Grant | null {
    const before = form.get('refresh_token') ?? ''
    const grant = this.#refresh.get(before) ?? null
    this.#refresh.delete(before)
    return grant
  }

  /** Answers with the requested attributes and relations only, as documented. */
  #identity({ query, headers }: ReceivedRequest, response: ServerResponse): void {
    const grant = this.#access.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '')
    const account = grant && this.accounts.get(grant.account)
    if (grant === undefined || account === undefined || !grant.scope.split(' ').includes('identity'))
      return json(response, 401, { errors: [{ code: 1, code_name: 'Unauthorized', status: '401' }] }, 'application/vnd.api+json')
    const fields = (type: string, all: Record<string, unknown>): Record<string, unknown> => {
      const expected = (query.get(`fields[${type}]`) ?? '').split(',')
      return Object.fromEntries(Object.entries(all).filter(([name]) => expected.includes(name)))
    }
    const include = (query.get('include') ?? '').split(',')
    const wants = (name: string): boolean => include.some(each => each === name || each.startsWith(`${name}.`))
    const { id, member } = account
    const included: object[] = []
    if (member !== null && wants('memberships')) {
      const campaign = { id: member.campaign ?? this.campaignId, type: 'campaign' }
      const tier = { id: '77', type: 'tier' }
      included.push({
        attributes: fields('member', { ...member, full_name: 'Corgi The Dev', email: 'corgi@example.com' }),
        id: `member-${id}`,
        relationships: {
          ...(wants('memberships.campaign') ? { campaign: { data: campaign } } : {}),
          ...(wants('memberships.currently_entitled_tiers')
            ? { currently_entitled_tiers: { data: member.tier === undefined ? [] : [tier] } }
            : {}),
        },
        type: 'member',
      })
      if (member.tier !== undefined && wants('memberships.currently_entitled_tiers'))
        included.push({ attributes: fields('tier', { title: member.tier, amount_cents: 500 }), ...tier })
    }
    const data = {
      attributes: fields('user', { full_name: 'Corgi The Dev', email: 'corgi@example.com' }),
      id,
      relationships: {},
      type: 'user',
    }
    json(response, 200, { data, included, links: { self: `${this.url}/api/oauth2/v2/user/${id}` } }, 'application/vnd.api+json')
  }

  #revoke(request: ReceivedRequest, response: ServerResponse): void {
    if (!this.#knows(request, response)) return
    const revoked = request.form.get('token') ?? ''
    this.#access.delete(revoked)
    this.#refresh.delete(revoked)
    response.writeHead(200).end()
  }
}

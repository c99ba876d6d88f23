/// <reference path="./oidc-provider-types.d.ts" />
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { LoginProvider } from '#platform/config/login-providers.ts'

/** What the provider says about one of its accounts. */
export interface ProviderClaims {
  preferred_username?: string
  name?: string
  email?: string
  email_verified?: boolean
}

/** Prefix of its client's secret. A site may not reveal it. */
export const OIDC_SECRET = 'stand-in-secret-of-the-oidc-client'

/** A provider of a site that is never visited. */
export const UNREACHABLE_PROVIDER: LoginProvider = {
  service: 'club',
  label: 'Pinball Club',
  preset: null,
  issuer: 'http://127.0.0.1:9',
  clientId: 'x',
  clientSecret: 'x',
  apple: null,
}

interface Stored {
  payload: Record<string, unknown>
  expiresAt: number
}

/** What the provider keeps, in memory. */
class Adapter {
  static readonly stored = new Map<string, Stored>()
  readonly #model: string

  constructor(model: string) {
    this.#model = model
  }

  #key(id: string): string {
    return `${this.#model} ${id}`
  }

  async upsert(id: string, payload: Record<string, unknown>, expiresIn = 3600): Promise<void> {
    Adapter.stored.set(this.#key(id), { payload, expiresAt: Date.now() + expiresIn * 1000 })
  }

  async find(id: string): Promise<Record<string, unknown> | undefined> {
    const found = Adapter.stored.get(this.#key(id))
    return found === undefined || found.expiresAt < Date.now() ? undefined : found.payload
  }

  async #findBy(name: string, value: string): Promise<Record<string, unknown> | undefined> {
    for (const [key, { payload }] of Adapter.stored) if (key.startsWith(`${this.#model} `) && payload[name] === value) return payload
    return undefined
  }

  findByUserCode(code: string) {
    return this.#findBy('userCode', code)
  }

  findByUid(uid: string) {
    return this.#findBy('uid', uid)
  }

  async consume(id: string): Promise<void> {
    const found = Adapter.stored.get(this.#key(id))
    if (found !== undefined) found.payload.consumed = Math.floor(Date.now() / 1000)
  }

  async destroy(id: string): Promise<void> {
    Adapter.stored.delete(this.#key(id))
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, { payload }] of Adapter.stored) if (payload.grantId === grantId) Adapter.stored.delete(key)
  }
}

/**
 * A real OpenID Connect provider (`oidc-provider`, which is certified) that stands in for those of the world. Its sign-in page has a button
 * for each of its accounts, and one that refuses.
 */
export class StandInProvider {
  readonly clientId = 'stand-in'
  /** by subject */
  readonly accounts = new Map<string, ProviderClaims>()
  /** where the site wants its users back */
  redirectUris: string[] = []
  url = ''
  #server: Server | undefined

  async open(): Promise<this> {
    const jwk = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
    let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {}
    this.#server = createServer((request, response) => handle(request, response))
    await new Promise<void>(resolve => this.#server!.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    const self = this
    class ClientAdapter extends Adapter {
      override async find(id: string): Promise<Record<string, unknown> | undefined> {
        return id === self.clientId
          ? {
              client_id: id,
              client_secret: OIDC_SECRET,
              redirect_uris: self.redirectUris,
              response_types: ['code'],
              grant_types: ['authorization_code'],
            }
          : undefined
      }
    }
    const provider = new Provider(this.url, {
      adapter: model => (model === 'Client' ? new ClientAdapter(model) : new Adapter(model)),
      jwks: { keys: [{ ...jwk, use: 'sig', kid: 'stand-in' }] },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Grant: 600, Interaction: 600, Session: 600 },
      renderError: (context, out) => {
        context.type = 'text'
        context.body = JSON.stringify(out)
      },
      findAccount: (_, id) => {
        const claims = this.accounts.get(id)
        return claims === undefined ? undefined : { accountId: id, claims: async () => ({ sub: id, ...claims }) }
      },
    })
    const standard = provider.callback()
    handle = (request, response) => {
      if (request.url?.startsWith('/interaction/')) void this.#interact(provider, request, response)
      else void standard(request, response)
    }
    return this
  }

  get options(): LoginProvider {
    return {
      service: 'club',
      label: 'Pinball Club',
      preset: null,
      issuer: this.url,
      clientId: this.clientId,
      clientSecret: OIDC_SECRET,
      apple: null,
    }
  }

  /** The environment of a site that uses it. */
  get environment(): Record<string, string> {
    return {
      LOGIN_PROVIDERS: 'club',
      LOGIN_CLUB_LABEL: 'Pinball Club',
      LOGIN_CLUB_ISSUER: this.url,
      LOGIN_CLUB_CLIENT_ID: this.clientId,
      LOGIN_CLUB_CLIENT_SECRET: OIDC_SECRET,
    }
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise(resolve => this.#server?.close(resolve))
  }

  /** The sign-in page, and what its buttons do. Consent is given with the sign-in. */
  async #interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params } = await provider.interactionDetails(request, response)
    const chosen = new URL(request.url!, this.url).searchParams.get('account')
    if (chosen === null) {
      const buttons = ['refuse', ...this.accounts.keys()].map(name => `<button name="account" value="${name}">${name}</button>`)
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><title>Pinball Club</title><form>${buttons.join('')}</form>`)
      return
    }
    if (chosen === 'refuse') {
      await provider.interactionFinished(request, response, { error: 'access_denied' })
      return
    }
    const grant = new provider.Grant({ accountId: chosen, clientId: String(params.client_id) })
    grant.addOIDCScope(String(params.scope))
    await provider.interactionFinished(request, response, { login: { accountId: chosen }, consent: { grantId: await grant.save() } })
  }
}

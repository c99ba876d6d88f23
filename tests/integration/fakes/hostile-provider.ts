import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LoginProvider } from '#platform/config/login-providers.ts'

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
const newKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

/** The ID token of an answer before it is signed, which a test may change. */
export interface IdToken {
  header: { alg: string; kid: string }
  claims: Record<string, unknown>
  /** true: signed with a key that the provider does not publish */
  forged: boolean
}

/** A provider of OpenID Connect whose answers a test can spoil. It takes every code. */
export class HostileProvider {
  url = ''
  /** changes the ID token of the next answers */
  spoil: (token: IdToken) => void = () => {}
  /** changes the provider's description */
  describe: (document: Record<string, unknown>) => void = () => {}
  /** the nonce of the last visit */
  nonce = ''
  #server: Server | undefined
  readonly #key = newKey()
  readonly #otherKey = newKey()

  async open(): Promise<this> {
    this.#server = createServer((request, response) => {
      const send = (body: object): void => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      // An issuer with a path has its description below it.
      if (request.url?.endsWith('/.well-known/openid-configuration')) {
        const document: Record<string, unknown> = {
          issuer: this.url,
          authorization_endpoint: `${this.url}/authorize`,
          token_endpoint: `${this.url}/token`,
          jwks_uri: `${this.url}/keys`,
          id_token_signing_alg_values_supported: ['RS256'],
        }
        this.describe(document)
        return send(document)
      }
      if (request.url === '/keys') return send({ keys: [{ ...this.#publicKey(), use: 'sig', alg: 'RS256', kid: 'one' }] })
      send({ access_token: 'token', token_type: 'bearer', id_token: this.#idToken() })
    })
    await new Promise<void>(resolve => this.#server!.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  get options(): LoginProvider {
    return { service: 'club', label: 'Club', preset: null, issuer: this.url, clientId: 'pins', clientSecret: 'secret', apple: null }
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise(resolve => this.#server?.close(resolve))
  }

  #publicKey(): object {
    const { n, e, kty } = this.#key.export({ format: 'jwk' })
    return { n, e, kty }
  }

  #idToken(): string {
    const now = Math.floor(Date.now() / 1000)
    const token: IdToken = {
      header: { alg: 'RS256', kid: 'one' },
      claims: { iss: this.url, sub: 'ann', aud: 'pins', iat: now, exp: now + 300, nonce: this.nonce },
      forged: false,
    }
    this.spoil(token)
    const signed = `${encode(token.header)}.${encode(token.claims)}`
    const signature = token.header.alg === 'none' ? '' : sign('sha256', Buffer.from(signed), token.forged ? this.#otherKey : this.#key)
    return `${signed}.${Buffer.from(signature).toString('base64url')}`
  }
}

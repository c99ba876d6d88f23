import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page of another site with a link by which its visitors sign in with their account at a site of the tests. */
export class ForeignPage {
  /** another host than the tests' sites have */
  url = ''
  /** the client ID that the site has given it */
  clientId = ''
  /** what it keeps on its server; null: it has no secret */
  secret: string | null = null
  /** what it asks for with the next visit */
  scope: string
  /** parameters that it adds to the next visit */
  more: Record<string, string> = {}
  readonly #site: string
  readonly #server: Server
  readonly #verifier = randomBytes(32).toString('base64url')

  constructor(site: string, scope: string) {
    this.#site = site
    this.scope = scope
    this.#server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url!, this.url)
      const outcome = searchParams.has('code') ? 'You’re signed in.' : `Not signed in: ${searchParams.get('error')}`
      const body =
        pathname === '/back'
          ? `<h1>${outcome}</h1>`
          : `<h1>The league</h1><a href="${this.#address().replaceAll('&', '&amp;')}">Sign in</a>`
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<!doctype html><html lang="en"><head><title>The league</title></head><body>${body}</body></html>`)
    })
  }

  get back(): string {
    return `${this.url}back`
  }

  async open(): Promise<this> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
    return this
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise(resolve => this.#server.close(() => resolve()))
  }

  /** Exchanges a code for an access token. */
  async exchange(code: string): Promise<string> {
    const body = new URLSearchParams({
      ...{ grant_type: 'authorization_code', client_id: this.clientId, redirect_uri: this.back },
      ...{ code, code_verifier: this.#verifier },
      ...(this.secret === null ? {} : { client_secret: this.secret }),
    })
    const response = await fetch(`${this.#site}/oauth/token`, { method: 'POST', body })
    return ((await response.json()) as { access_token: string }).access_token
  }

  #address(): string {
    const query = new URLSearchParams({
      ...{ client_id: this.clientId, redirect_uri: this.back, response_type: 'code', scope: this.scope, state: 'state-of-the-league' },
      ...this.more,
      ...{ code_challenge: createHash('sha256').update(this.#verifier).digest('base64url'), code_challenge_method: 'S256' },
    })
    return `${this.#site}/oauth/authorize?${query}`
  }
}

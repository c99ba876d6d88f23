import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LoginProvider } from '#platform/config/login-providers.ts'

/** Prefix of its codes, tokens and of the client's secret. */
const SECRET = 'stand-in-secret-of-github'

export interface GithubAccount {
  id: number
  login: string
  emails: { email: string; primary: boolean; verified: boolean }[]
}

/** A stand-in for a GitHub server, written from its documentation: OAuth 2 with PKCE, `/user` and `/user/emails`. */
export class StandInGithub {
  /** the account that signs in at every visit */
  account: GithubAccount = { id: 1, login: 'octo', emails: [] }
  url = ''
  #server: Server | undefined
  readonly #codes = new Map<string, { challenge: string; account: GithubAccount }>()
  readonly #tokens = new Map<string, GithubAccount>()

  async open(): Promise<this> {
    this.#server = createServer((request, response) => {
      const url = new URL(request.url!, this.url)
      const send = (body: unknown, status = 200): void =>
        void response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
      if (url.pathname === '/login/oauth/authorize') {
        const code = `${SECRET}-${randomBytes(16).toString('hex')}`
        this.#codes.set(code, { challenge: url.searchParams.get('code_challenge')!, account: this.account })
        const back = new URL(url.searchParams.get('redirect_uri')!)
        back.search = new URLSearchParams({ code, state: url.searchParams.get('state')! }).toString()
        return response.writeHead(302, { location: back.href }).end()
      }
      if (url.pathname === '/login/oauth/access_token') {
        let text = ''
        request.on('data', part => {
          text += part
        })
        request.on('end', () => {
          const form = new URLSearchParams(text)
          const found = this.#codes.get(form.get('code')!)
          this.#codes.delete(form.get('code')!)
          const challenge = createHash('sha256')
            .update(form.get('code_verifier') ?? '')
            .digest('base64url')
          // GitHub answers errors with status 200.
          if (form.get('client_secret') !== SECRET) return send({ error: 'incorrect_client_credentials' })
          if (found === undefined || found.challenge !== challenge) return send({ error: 'bad_verification_code' })
          const token = `${SECRET}-${randomBytes(16).toString('hex')}`
          this.#tokens.set(token, found.account)
          send({ access_token: token, scope: 'read:user,user:email', token_type: 'bearer' })
        })
        return
      }
      const account = this.#tokens.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
      if (account === undefined) return send({ message: 'Bad credentials' }, 401)
      if (url.pathname === '/api/v3/user') return send({ id: account.id, login: account.login, name: null })
      if (url.pathname === '/api/v3/user/emails') return send(account.emails)
      send({ message: 'Not Found' }, 404)
    })
    await new Promise<void>(resolve => this.#server!.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  get options(): LoginProvider {
    return { service: 'github', label: 'GitHub', preset: 'github', issuer: this.url, clientId: 'pins', clientSecret: SECRET, apple: null }
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise(resolve => this.#server?.close(resolve))
  }
}

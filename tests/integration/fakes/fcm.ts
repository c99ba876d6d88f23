import { createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FcmOptions } from '#platform/config/app-push.ts'
import { closeAtOnce, listenLocally } from './local-server.ts'

/** A message as the service was given it. */
export interface FcmMessage {
  token: string
  notification: { title: string; body: string }
  data: { url: string }
  android: { ttl: string; priority: string; notification: { tag: string } }
}

type Failure = { status: number; code?: string; field?: string; headers?: Record<string, string> }

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/**
 * A stand-in for Firebase Cloud Messaging, written from its documentation: the token endpoint of Google's service accounts (RFC 7523) and
 * `messages:send` of HTTP v1 with its errors. Tests can make it fail.
 */
export class FakeFcm {
  readonly received: FcmMessage[] = []
  /** by the token of a phone; others are sent to */
  readonly failures = new Map<string, Failure>()
  /** how the token endpoint answers; null: it issues access tokens */
  tokenFailure: { status: number; error: string } | null = null
  /** requests for access tokens */
  issued = 0
  url = ''
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  readonly #valid = new Set<string>()
  readonly #server = createServer((request, response) => void this.#handle(request, response))

  async open(): Promise<this> {
    this.url = await listenLocally(this.#server)
    return this
  }

  close(): Promise<void> {
    return closeAtOnce(this.#server)
  }

  /** The file that its console makes for a service account. */
  get serviceAccount(): Record<string, string> {
    return {
      type: 'service_account',
      project_id: 'stand-in',
      client_email: 'push@stand-in.example',
      private_key: this.#keys.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
      token_uri: `${this.url}/token`,
    }
  }

  get options(): FcmOptions {
    const { project_id, client_email, private_key, token_uri } = this.serviceAccount
    return { projectId: project_id!, clientEmail: client_email!, privateKey: private_key!, tokenUrl: token_uri!, url: this.url }
  }

  /** Makes all access tokens invalid that it has issued. */
  revokeAccess(): void {
    this.#valid.clear()
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.method === 'POST' && request.url === '/token') return this.#issue(new URLSearchParams(body), response)
    if (request.method === 'POST' && request.url === '/v1/projects/stand-in/messages:send')
      return this.#take(request, (JSON.parse(body) as { message: FcmMessage }).message, response)
    json(response, 404, { error: { code: 404, status: 'NOT_FOUND' } })
  }

  #issue(form: URLSearchParams, response: ServerResponse): void {
    if (this.tokenFailure !== null) return json(response, this.tokenFailure.status, { error: this.tokenFailure.error })
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
    const key = createPublicKey(this.#keys.publicKey.export({ format: 'pem', type: 'spki' }))
    const isSigned = verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))
    const { iss, aud, scope } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}') as Record<string, unknown>
    const fits =
      iss === 'push@stand-in.example' && aud === `${this.url}/token` && scope === 'https://www.googleapis.com/auth/firebase.messaging'
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer' || !isSigned || !fits)
      return json(response, 400, { error: 'invalid_grant' })
    this.issued++
    const text = randomBytes(24).toString('base64url')
    this.#valid.add(text)
    json(response, 200, { access_token: text, expires_in: 3599, token_type: 'Bearer' })
  }

  #take({ headers }: IncomingMessage, message: FcmMessage, response: ServerResponse): void {
    if (!this.#valid.has((headers.authorization ?? '').replace(/^Bearer /, '')))
      return json(response, 401, { error: { code: 401, status: 'UNAUTHENTICATED' } })
    const failure = this.failures.get(message.token)
    if (failure === undefined) {
      this.received.push(message)
      return json(response, 200, { name: `projects/stand-in/messages/${this.received.length}` })
    }
    const { status, code, field, headers: more } = failure
    const details = [
      ...(code === undefined ? [] : [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: code }]),
      ...(field === undefined ? [] : [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field }] }]),
    ]
    json(response, status, { error: { code: status, details } }, more)
  }
}

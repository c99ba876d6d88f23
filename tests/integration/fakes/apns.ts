import { generateKeyPairSync, verify } from 'node:crypto'
import { createServer, type Http2Server, type Http2ServerRequest, type Http2ServerResponse, type ServerHttp2Session } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { ApnsOptions } from '#platform/config/app-push.ts'

/** A message as the service was given it. */
export interface ApnsMessage {
  token: string
  body: { aps: { alert: { title: string; body: string }; sound: string }; url: string }
  priority: string
  /** seconds since 1970 */
  expiration: number
  collapseId: string
}

interface Failure {
  status: number
  reason: string
  headers?: Record<string, string>
}

/**
 * A stand-in for the Apple Push Notification service, written from its documentation: HTTP/2, tokens of the provider that its key has signed,
 * and the documented errors. Tests can make it fail.
 */
export class FakeApns {
  readonly received: ApnsMessage[] = []
  /** by the token of a phone; others are sent to */
  readonly failures = new Map<string, Failure>()
  /** the tokens of the provider that were accepted */
  readonly providerTokens = new Set<string>()
  /** connections that were opened */
  connections = 0
  url = ''
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #expired = new Set<string>()
  readonly #sessions = new Set<ServerHttp2Session>()
  #server: Http2Server | null = null

  /** @param port 0: any */
  async open(port = 0): Promise<this> {
    const server = createServer((request, response) => void this.#handle(request, response))
    server.on('session', session => {
      this.connections++
      this.#sessions.add(session)
      session.once('close', () => this.#sessions.delete(session))
    })
    await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    this.#server = server
    return this
  }

  /** Ends the service with all its connections; it can be opened again. */
  async close(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (server === null) return
    const closed = new Promise<void>(resolve => server.close(() => resolve()))
    for (const session of this.#sessions) session.destroy()
    await closed
  }

  get options(): ApnsOptions {
    const privateKey = this.#keys.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
    return { privateKey, keyId: 'KEY1234567', teamId: 'TEAM123456', topic: 'example.pins', url: this.url }
  }

  /** As the operator sets it. */
  get environment(): Record<string, string> {
    const { privateKey, keyId, teamId, topic, url } = this.options
    return { APNS_KEY: privateKey, APNS_KEY_ID: keyId, APNS_TEAM_ID: teamId, APNS_TOPIC: topic, APNS_URL: url }
  }

  /** Lets the provider's tokens end that were accepted until now. */
  expireTokens(): void {
    for (const each of this.providerTokens) this.#expired.add(each)
  }

  #isSigned(token: string): boolean {
    const [head = '', claims = '', signature = ''] = token.split('.')
    const key = { key: this.#keys.publicKey, dsaEncoding: 'ieee-p1363' } as const
    if (!verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))) return false
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
    const { alg, kid } = read(head)
    const { iss, iat } = read(claims)
    return alg === 'ES256' && kid === this.options.keyId && iss === this.options.teamId && typeof iat === 'number'
  }

  async #handle({ headers, method, url, stream }: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of stream) text += chunk
    const refuse = ({ status, reason, headers: more }: Failure): void =>
      void response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify({ reason }))
    const token = /^\/3\/device\/([\da-f]+)$/.exec(url)?.[1]
    if (method !== 'POST' || token === undefined) return refuse({ status: 404, reason: 'BadPath' })
    const provider = (headers.authorization ?? '').replace(/^bearer /, '')
    if (!this.#isSigned(provider)) return refuse({ status: 403, reason: 'InvalidProviderToken' })
    if (this.#expired.has(provider)) return refuse({ status: 403, reason: 'ExpiredProviderToken' })
    if (headers['apns-topic'] !== this.options.topic || headers['apns-push-type'] !== 'alert')
      return refuse({ status: 400, reason: 'TopicDisallowed' })
    if (String(headers['apns-collapse-id']).length > 64) return refuse({ status: 400, reason: 'BadCollapseId' })
    this.providerTokens.add(provider)
    const failure = this.failures.get(token)
    if (failure !== undefined) return refuse(failure)
    this.received.push({
      token,
      body: JSON.parse(text) as ApnsMessage['body'],
      priority: String(headers['apns-priority']),
      expiration: Number(headers['apns-expiration']),
      collapseId: String(headers['apns-collapse-id']),
    })
    response.writeHead(200).end()
  }
}

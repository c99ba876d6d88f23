import { execFileSync } from 'node:child_process'
import { createECDH, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer, globalAgent, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decrypt } from 'http_ece'
import type { Message } from '#notifications/rules.ts'

/** A browser's subscription, with the keys that only the browser has. */
export interface PushSubscription {
  path: string
  endpoint: string
  keys: { p256dh: string; auth: string }
  privateKey: ECDH
}

/** Keys that belong to no browser. */
export const PUSH_KEYS = { p256dh: createECDH('prime256v1').generateKeys('base64url', 'uncompressed'), auth: 'A'.repeat(22) }

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A push service (RFC 8030) on this machine, over TLS with a self-signed certificate. Tests can make it fail. */
export class PushService {
  readonly received: Received[] = []
  /** by path; other paths answer 201. `silent`: the connection is closed without an answer */
  readonly failures = new Map<string, { status: number; headers?: Record<string, string> } | 'silent'>()
  origin = ''
  #server: Server | null = null

  async open(): Promise<this> {
    const folder = mkdtempSync(join(tmpdir(), 'skillshot-push-'))
    const [keyFile, certFile] = [join(folder, 'key'), join(folder, 'cert')]
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    execFileSync('openssl', ['req', '-x509', ...kind, ...name, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' })
    const [key, cert] = [readFileSync(keyFile), readFileSync(certFile)]
    rmSync(folder, { recursive: true })
    globalAgent.options.ca = cert
    const server = createServer({ key, cert }, (request, response) => {
      const parts: Buffer[] = []
      request.on('data', part => parts.push(part))
      request.on('end', () => {
        const path = request.url!
        this.received.push({ path, headers: request.headers, body: Buffer.concat(parts) })
        const failure = this.failures.get(path)
        if (failure === 'silent') request.socket.destroy()
        else response.writeHead(failure?.status ?? 201, failure?.headers).end()
      })
    })
    await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
    this.origin = `https://localhost:${(server.address() as AddressInfo).port}`
    this.#server = server
    return this
  }

  /** Returns a new subscription, as a browser gets it. */
  createSubscription(): PushSubscription {
    const privateKey = createECDH('prime256v1')
    const p256dh = privateKey.generateKeys('base64url', 'uncompressed')
    const path = `/push/${randomBytes(12).toString('hex')}`
    return { path, endpoint: `${this.origin}${path}`, keys: { p256dh, auth: randomBytes(16).toString('base64url') }, privateKey }
  }

  /** Returns how many messages were sent for a browser. */
  countMessages({ path }: PushSubscription): number {
    return this.received.filter(each => each.path === path).length
  }

  lastHeaders({ path }: PushSubscription): IncomingHttpHeaders {
    return this.received.filter(each => each.path === path).at(-1)!.headers
  }

  /** Returns the messages that a browser can decrypt, in the order of arrival. */
  messages({ path, keys: { auth }, privateKey }: PushSubscription): Message[] {
    return this.received
      .filter(each => each.path === path)
      .map(({ body }) => JSON.parse(decrypt(body, { version: 'aes128gcm', privateKey, authSecret: auth }).toString()) as Message)
  }

  async close(): Promise<void> {
    globalAgent.destroy()
    this.#server?.closeAllConnections()
    await new Promise<void>(resolve => this.#server?.close(() => resolve()))
  }
}

/** Returns who claims to be the sender (RFC 8292). @throws Error if the signature does not belong to the key beside it */
export function verifyVapid({ authorization }: IncomingHttpHeaders): { key: string; aud: string; sub: string; exp: number } {
  const { token, key } = /^vapid t=(?<token>[\w.-]+), k=(?<key>[\w-]+)$/.exec(authorization ?? '')!.groups as { token: string; key: string }
  const [head, claims, signature] = token.split('.') as [string, string, string]
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url')) as [string, string]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url'))) throw new Error('forged')
  return { key, ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; sub: string; exp: number }) }
}

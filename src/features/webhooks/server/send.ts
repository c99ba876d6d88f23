import { type LookupAddress, lookup } from 'node:dns'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import type { Clock } from '#ddp/timing/clock.ts'
import { parseRetryAfter } from '#notifications/rules.ts'
import { arePublic, isPublicIp } from './public-address.ts'

/** ms for one message until the status of its answer */
const TIMEOUT = 10_000
/** How much of an answer's body is read: bytes, and ms. */
const SKIM_BYTES = 64 * 1024
const SKIM_MS = 1000
/** Characters of an answer that are kept. */
const MAX_ANSWER = 500
/** Maximum characters of a stored error. */
const MAX_ERROR = 200

/** Why an address is not one for a hook. `scheme`: it is not https; `private`: it leads into a network of somebody's own */
export type TargetProblem = 'scheme' | 'private' | 'unknown'

/** The answer to a message. @property status 0: there was none @property wait ms that the receiver asks to wait */
export interface SendOutcome {
  status: number
  wait: number
  /** null: it was taken */
  error: string | null
  /** the first 500 characters of its body; null: there was no answer */
  answer: string | null
}

export interface Sender {
  clock: Clock
  /** true: addresses of networks of one's own are allowed, and http */
  allowsPrivate: boolean
}

const lookupAll = promisify(lookup) as (host: string, options: { all: true }) => Promise<LookupAddress[]>

/** The name or the IP address that an address leads to. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** Checks where an address leads to now. @returns null: it is fine */
export async function checkAddress({ allowsPrivate }: Pick<Sender, 'allowsPrivate'>, address: string): Promise<TargetProblem | null> {
  if (!URL.canParse(address)) return 'unknown'
  const url = new URL(address)
  if (allowsPrivate) return null
  if (url.protocol !== 'https:') return 'scheme'
  const host = hostOf(url)
  if (isIP(host) !== 0) return isPublicIp(host) ? null : 'private'
  const addresses = await lookupAll(host, { all: true }).catch(() => null)
  if (addresses === null) return 'unknown'
  return arePublic(addresses) ? null : 'private'
}

/** The name leads into a network of somebody's own. */
class PrivateTarget extends Error {
  override readonly name = 'PrivateTarget'
}

/**
 * Finds the addresses of a name when the connection is made, and lets it be made to none of them if one is not public. The connection is made to
 * the addresses that were checked: a second look might get another answer.
 */
const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, [])
    if (!arePublic(addresses)) return callback(new PrivateTarget(), [])
    if (options.all) return callback(null, addresses)
    callback(null, addresses[0]!.address, addresses[0]!.family)
  })
}

/**
 * Posts a message, and reads the status of the answer and the beginning of its body. Redirects are not followed: they could lead anywhere. Each message has a
 * connection of its own, because a kept one would not be checked again. It resolves within eleven seconds, whatever the receiver does.
 */
export async function send(
  { clock, allowsPrivate }: Sender,
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<SendOutcome> {
  const url = new URL(address)
  const isSecure = url.protocol === 'https:'
  if (!allowsPrivate && (!isSecure || (isIP(hostOf(url)) !== 0 && !isPublicIp(hostOf(url))))) return noAnswer('the address is not public')
  return new Promise<SendOutcome>(resolve => {
    const options = {
      method: 'POST',
      agent: false as const,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'user-agent': 'Skillshot' },
      ...(allowsPrivate ? {} : { lookup: publicLookup }),
    }
    const outgoing = isSecure ? requestSecure(url, options) : requestPlain(url, options)
    /** Only the first call decides: a failure of the connection after the status concerns nobody. */
    const end = (outcome: SendOutcome | Promise<SendOutcome>): void => {
      timer.cancel()
      resolve(outcome)
    }
    const timer = clock.after(TIMEOUT, () => {
      end(noAnswer('no answer within 10 seconds'))
      outgoing.destroy()
    })
    outgoing.on('error', error => end(noAnswer(describe(error))))
    outgoing.on('close', () => end(noAnswer('no answer')))
    outgoing.on('response', response => end(skimBody(clock, response).then(answer => toOutcome(response, answer))))
    // The answer has the status 101. If nobody listened, Node would close the connection without an error.
    outgoing.on('upgrade', (response, socket) => {
      end(toOutcome(response, ''))
      socket.destroy()
    })
    outgoing.end(body)
  }).catch((error: unknown) => noAnswer(describe(error)))
}

const noAnswer = (error: string): SendOutcome => ({ status: 0, wait: 0, error, answer: null })

function toOutcome({ statusCode: status = 0, headers }: IncomingMessage, answer: string): SendOutcome {
  const isTaken = status >= 200 && status < 300
  return { status, wait: parseRetryAfter(headers['retry-after']), error: isTaken ? null : `status ${status}`, answer }
}

/** Reads an answer so that the receiver can end it, but not one that is long or slow. @returns its beginning */
async function skimBody(clock: Clock, response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  response.on('data', (part: Buffer) => {
    bytes += part.length
    parts.push(part)
    if (bytes > SKIM_BYTES) response.destroy()
  })
  response.on('error', () => {})
  await new Promise<void>(resolve => {
    const timer = clock.after(SKIM_MS, () => {
      resolve()
      response.destroy()
    })
    response.on('close', () => {
      timer.cancel()
      resolve()
    })
  })
  // The database takes no zero bytes.
  return [...Buffer.concat(parts).toString('utf8').replaceAll('\0', '')].slice(0, MAX_ANSWER).join('')
}

/** Says why there was no answer. Messages of the system may contain the address, so only their codes are kept. */
function describe(error: unknown): string {
  if (error instanceof PrivateTarget) return 'the name does not lead to a public address'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? `no answer: ${code}`.slice(0, MAX_ERROR) : 'no answer'
}

import type { IncomingMessage } from 'node:http'
import type { PlainCaller } from '#ddp/server/plain-call.ts'
import { clientAddress } from '#ddp/transport/node/client-address.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { keyNeedsScope, keyOfOther, keyUnknown } from '#keys/contract.ts'
import { allowsScope, isWithinLimits, scopeOf } from '#keys/rules/scopes.ts'
import type { KeyGrant, KeysApi } from '#keys/server/api.ts'
import { fieldError } from '#platform/live/contract.ts'
import { malformed } from '#platform/text/field-rules.ts'
import type { Operation } from '../rules/operations.ts'

/** Says who a program calls for, and what it may call. */
export class ApiAccess {
  readonly #keys: KeysApi
  readonly #forwardedCount: number

  /** @param forwardedCount number of trusted proxies in front of the server */
  constructor(keys: KeysApi, forwardedCount: number) {
    this.#keys = keys
    this.#forwardedCount = forwardedCount
  }

  /** Returns what the key of a request allows that was found good just before; null: `grantOf` has to look. */
  knownGrantOf({ headers: { authorization } }: IncomingMessage): KeyGrant | null {
    const secret = authorization === undefined ? null : secretOf(authorization)
    return secret === null ? null : this.#keys.known(secret)
  }

  /** Returns what the key of a request allows; null: it has none. @throws DdpError 401 */
  async grantOf({ headers: { authorization } }: IncomingMessage): Promise<KeyGrant | null> {
    if (authorization === undefined) return null
    const secret = secretOf(authorization)
    const grant = secret === null ? null : await this.#keys.authenticate(secret)
    if (grant === null) throw keyUnknown()
    return grant
  }

  /** False once the key of a request has ended. @throws an error while nobody can know */
  async isStillGood(request: IncomingMessage): Promise<boolean> {
    try {
      return (await this.grantOf(request)) !== null
    } catch (error) {
      if (error instanceof DdpError && error.error === 401) return false
      throw error
    }
  }

  callerOf(request: IncomingMessage, grant: KeyGrant | null): PlainCaller {
    return { userId: grant?.userId ?? null, clientAddress: clientAddress(request, this.#forwardedCount), httpHeaders: {} }
  }
}

/** False where its owner counts as no administrator. A key that can only report keeps its owner's rights, who may manage the venue by them. */
export const mayAdministerBy = ({ scopes }: KeyGrant): boolean => scopes.includes('admin') || scopes.every(scope => scope === 'report')

/** Returns the key or token of a header; null: it has none. */
const secretOf = (header: string): string | null => /^Bearer +([\w~+/.=-]+) *$/i.exec(header)?.[1] ?? null

/** Returns the argument with the key of the request, for calls of reporters, which check it themselves. @throws DdpError 400 */
export function withReporterKey({ contract }: Operation, { headers: { authorization } }: IncomingMessage, json: unknown): unknown {
  if (contract.terms.access !== 'reporter of the venue' || typeof json !== 'object' || json === null || Array.isArray(json)) return json
  if ('key' in json) throw fieldError('key', malformed('must stand in the header Authorization'))
  const key = authorization === undefined ? null : secretOf(authorization)
  return key === null ? json : { ...json, key }
}

/** @throws DdpError 403 */
export function checkGrant(grant: KeyGrant | null, { contract, method }: Operation, argument: Readonly<Record<string, unknown>>): void {
  if (grant === null) return
  const scope = scopeOf(contract.terms.access, method === 'GET')
  if (!allowsScope(grant.scopes, scope)) throw keyNeedsScope({ scope })
  // A call of a reporter says nothing of its venue, which is that of the key.
  if (scope === 'read' || scope === 'report') return
  if (!isWithinLimits(grant, contract.terms.access, argument)) throw keyOfOther()
}

/// <reference path="./oidc-provider.d.ts" />
import { InvalidGrant } from 'oidc-provider/lib/helpers/errors.js'
import type { ChangeLogEntry } from '#platform/db/change-log/write.ts'
import { appendChanges } from '#platform/db/change-log/write.ts'
import type { Database } from '#platform/db/database.ts'
import { readScopes } from '../rules/scopes.ts'
import { findApplication } from './application-store.ts'
import { grantsEnded } from './changes.ts'
import { deleteGrants, findGrantPayload, insertGrant, insertRecalledGrant, noteGrantUse, type StoredPayload } from './grant-store.ts'
import { consumeRecord, deleteRecord, findGrantOf, findRecord, putRecord } from './record-store.ts'
import { hashId } from './secrets.ts'

export interface AdapterServices {
  database: Database
  /** publishes committed changes */
  publish(entries: readonly ChangeLogEntry[]): Promise<void>
}

/** What the provider wants of each kind of thing that it stores. */
interface Adapter {
  upsert(id: string, payload: StoredPayload, lifetime: number): Promise<void>
  find(id: string): Promise<StoredPayload | undefined>
  findByUid(uid: string): Promise<StoredPayload | undefined>
  findByUserCode(code: string): Promise<StoredPayload | undefined>
  consume(id: string): Promise<void>
  destroy(id: string): Promise<void>
  revokeByGrantId(grantId: string): Promise<void>
}

/** Keeps nothing: sessions are the site's own, so the provider never knows who somebody is before the page of consent has said it. */
const nothing: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
}

/** Ends a grant, with everything that was issued for it. */
async function endGrant({ database, publish }: AdapterServices, id: string): Promise<void> {
  const entries = await database.transaction(async tx =>
    (await deleteGrants(tx, { id })) === 0 ? [] : await appendChanges(tx, [grantsEnded.of({})]),
  )
  await publish(entries)
}

const clients = ({ database }: AdapterServices): Adapter => ({
  ...nothing,
  async find(id) {
    const application = await findApplication(database.db, id)
    if (application === null) return undefined
    const { name, redirectUris, hashedSecret } = application
    return {
      ...{ client_id: id, client_name: name, redirect_uris: redirectUris },
      ...{ response_types: ['code'], response_modes: ['query'], grant_types: ['authorization_code', 'refresh_token'] },
      ...(hashedSecret === null
        ? { token_endpoint_auth_method: 'none' }
        : { token_endpoint_auth_method: 'client_secret_basic', client_secret: hashedSecret }),
    }
  },
})

const grants = (services: AdapterServices): Adapter => ({
  ...nothing,
  async upsert(id, { jti: _, isRecalled, ...payload }, lifetime) {
    const { accountId, clientId, host, openid } = payload as {
      accountId: string
      clientId: string
      host: string
      openid?: { scope?: string }
    }
    const scopes = readScopes(openid?.scope ?? '')
    const grant = { id: hashId('Grant', id), applicationId: clientId, userId: accountId, host, scopes, payload }
    const { db } = services.database
    if (isRecalled !== true) await insertGrant(db, grant, lifetime)
    else if (!(await insertRecalledGrant(db, grant))) throw new InvalidGrant('what was allowed has ended')
  },
  async find(id) {
    const payload = await findGrantPayload(services.database.db, hashId('Grant', id))
    return payload === null ? undefined : { ...payload, jti: id }
  },
  destroy: id => endGrant(services, hashId('Grant', id)),
})

const records = (services: AdapterServices, kind: string): Adapter => ({
  ...nothing,
  async upsert(id, { jti: _, ...payload }, lifetime) {
    const { db } = services.database
    const grantId = typeof payload.grantId === 'string' ? hashId('Grant', payload.grantId) : null
    // A token that comes just when its grant ends is refused as if it had come later.
    if (!(await putRecord(db, { hashedId: hashId(kind, id), grantId, payload }, lifetime))) throw new InvalidGrant('grant not found')
    if (grantId !== null && kind === 'AccessToken') await noteGrantUse(db, grantId)
  },
  async find(id) {
    const found = await findRecord(services.database.db, hashId(kind, id))
    if (found === null) return undefined
    const { payload, consumedAt } = found
    return { ...payload, jti: id, ...(consumedAt === null ? {} : { consumed: Math.floor(consumedAt) }) }
  },
  async consume(id) {
    const { db } = services.database
    const hashedId = hashId(kind, id)
    if (await consumeRecord(db, hashedId)) return
    const grantId = await findGrantOf(db, hashedId)
    if (grantId !== null) await endGrant(services, grantId)
    throw new InvalidGrant('already used')
  },
  destroy: id => deleteRecord(services.database.db, hashId(kind, id)),
  revokeByGrantId: grantId => endGrant(services, hashId('Grant', grantId)),
})

/** Returns what stores one kind of thing for the provider. */
export function createAdapter(services: AdapterServices, kind: string): Adapter {
  if (kind === 'Session') return nothing
  if (kind === 'Client') return clients(services)
  return kind === 'Grant' ? grants(services) : records(services, kind)
}

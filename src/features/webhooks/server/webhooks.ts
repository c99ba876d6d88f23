import { sql } from 'kysely'
import { noEvent } from '#events/contract/errors.ts'
import { findToldEvents } from '#events/server/shared/told-events.ts'
import { noMachine } from '#machines/contract/machines.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { fieldError } from '#platform/live/contract.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import { noGroup } from '#roles/contract.ts'
import { noVenue } from '#venues/contract/errors.ts'
import type { VenuesApi } from '#venues/server/api.ts'
import { isDiscordAddress } from '../rules/discord-address.ts'
import type { Only } from '../rules/wanted.ts'
import type { HookAccess } from './access.ts'
import { hookChanged } from './changes.ts'
import type { HookDeliverer } from './deliverer.ts'
import type { HookRow, Whose } from './hook-store.ts'
import { checkAddress, type Sender, type TargetProblem } from './send.ts'

/** What the calls of this feature use. */
export interface WebhooksServices extends Pick<FeatureContext, 'database' | 'clock' | 'secrets' | 'address'> {
  access: HookAccess
  venues: Pick<VenuesApi, 'venue'>
  machines: Pick<MachinesApi, 'machine'>
  sender: Sender
  deliverer: Pick<HookDeliverer, 'enqueue' | 'processDue'>
}

export const createHookChange = ({ id, groupId, eventId }: Pick<HookRow, 'id'> & Whose, removed?: true): NewChange =>
  hookChanged.of({ webhookId: id, groupId, eventId, ...(removed === undefined ? {} : { removed }) })

const PROBLEMS: Record<TargetProblem, string> = {
  scheme: fieldRule('webhook-https', 'must begin with https://'),
  private: fieldRule('webhook-private', 'must lead to a public address of the internet'),
  unknown: fieldRule('webhook-unknown', 'must name a server that can be found'),
}

/** Checks where the address of a hook leads to. @throws DdpError 400 */
export async function requireAddress({ sender }: Pick<WebhooksServices, 'sender'>, address: string): Promise<void> {
  if (isDiscordAddress(address)) return
  const problem = await checkAddress(sender, address)
  if (problem !== null) throw fieldError('address', PROBLEMS[problem])
}

/**
 * Checks that what a hook is narrowed to exists, and that the hook may be told of it: everybody sees it, or it is of the hook's own group.
 * @throws DdpError 404
 */
export async function requireOnly(
  { database, venues, machines }: Pick<WebhooksServices, 'database' | 'venues' | 'machines'>,
  { machineIds, venueIds, groupIds, eventIds }: Record<keyof Only, string[]>,
  whose: Whose,
): Promise<Only> {
  const ownGroup = await findOwnGroup(database.db, whose)
  const isShown = (thing: { groupId: string | null; isPublic: boolean } | null | undefined): boolean =>
    thing != null && (thing.isPublic || (ownGroup !== null && thing.groupId === ownGroup))
  for (const machineId of machineIds) if ((await machines.machine(machineId)) === null) throw noMachine()
  for (const venueId of venueIds) if (!isShown(await venues.venue(venueId))) throw noVenue()
  const publicGroups = await listPublicGroups(database.db, groupIds)
  if (!groupIds.every(groupId => groupId === ownGroup || publicGroups.includes(groupId))) throw noGroup()
  const events = new Map((await findToldEvents(database.db, eventIds)).map(event => [event.id, event]))
  if (!eventIds.every(eventId => isShown(events.get(eventId)))) throw noEvent()
  return {
    ...(machineIds.length === 0 ? {} : { machineIds }),
    ...(venueIds.length === 0 ? {} : { venueIds }),
    ...(groupIds.length === 0 ? {} : { groupIds }),
    ...(eventIds.length === 0 ? {} : { eventIds }),
  }
}

/** The group whose private things a hook may be told; null: none. */
export async function findOwnGroup(db: Db, { groupId, eventId }: Whose): Promise<string | null> {
  if (groupId !== null || eventId === null) return groupId
  return (await findToldEvents(db, [eventId]))[0]?.groupId ?? null
}

async function listPublicGroups(db: Db, groupIds: readonly string[]): Promise<string[]> {
  if (groupIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM group_cards WHERE id = ANY (${groupIds}::text[]) AND visibility = 'public'
  `.execute(db)
  return rows.map(({ id }) => id)
}

import type { PublishContext } from '#ddp/server/subscription.ts'
import type { EventsApi } from '#events/server/api.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import { noMachine } from '#machines/contract/machines.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import type { Scope } from '#scores/contract/boards.ts'
import type { BoardMembers } from '#scores/rules.ts'
import type { VenuesApi } from '#venues/server/api.ts'

interface Dependencies {
  machines: MachinesApi
  groups: GroupsApi
  events: EventsApi
  venues: VenuesApi
}

/** Returns the id of the machine, or of the one that it was merged into. @throws DdpError 404 */
export async function resolveMachine(machines: MachinesApi, machineId: string): Promise<string> {
  const machine = await machines.resolveMerged(machineId)
  if (machine === null) throw noMachine()
  return machine.machineId
}

interface ScopeGuard {
  group(groupId: string): Promise<unknown>
  event(eventId: string): Promise<unknown>
  venue(venueId: string): Promise<unknown>
}

/**
 * Resolves a scope for a single request. The places of an event on a machine are a part of its standings.
 * @throws DdpError 404 for groups, events and venues hidden from the user, and for unknown machines; 409 while the event's standings are held back
 */
export async function authorizeScope(
  { machines, groups, events, venues }: Dependencies,
  scope: Scope,
  userId: string | null,
): Promise<BoardMembers> {
  const guard: ScopeGuard = {
    group: groupId => groups.assertVisible(groupId, userId),
    event: eventId => events.assertStandingsVisible(eventId, userId),
    venue: venueId => venues.assertVisible(venueId, userId),
  }
  return resolveScope(machines, scope, guard)
}

/** Resolves a scope for a subscription, which ends when the user may no longer see the group, the venue or the event's standings. @throws as `authorizeScope` */
export async function authorizeAndWatchScope(
  { machines, groups, events, venues }: Dependencies,
  scope: Scope,
  publishing: PublishContext,
): Promise<BoardMembers> {
  const guard: ScopeGuard = {
    group: groupId => groups.authorizeAndWatch(publishing, groupId),
    event: eventId => events.authorizeStandings(publishing, eventId),
    venue: venueId => venues.authorizeAndWatch(publishing, venueId),
  }
  return resolveScope(machines, scope, guard)
}

async function resolveScope(machines: MachinesApi, scope: Scope, guard: ScopeGuard): Promise<BoardMembers> {
  if ('eventId' in scope) await guard.event(scope.eventId)
  if ('venueId' in scope) await guard.venue(scope.venueId)
  if ('groupId' in scope) await guard.group(scope.groupId)
  return { ...scope, machineId: await resolveMachine(machines, scope.machineId) }
}

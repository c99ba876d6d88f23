import type { AccountsApi } from '#accounts/server/api.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import type { DayLimit } from '#platform/live/server/day-limit.ts'
import { type Call, signedIn } from '#platform/live/server/live-server.ts'
import type { VenuesApi } from '#venues/server/api.ts'
import type { SeedSourceName } from '../rules/draw-options.ts'
import type { EventAccess } from './access.ts'
import type { AttemptAcceptedHook, ClaimHook, EarlierNights, GameScoresHook, RoundDrawnHook, SeedSource } from './api.ts'
import { attachEvent } from './attach-event.ts'
import type { EventExports } from './export/event-exports.ts'
import type { StandingsViewCache } from './standings/standings-view-cache.ts'
import { type EventRow, lockEvent } from './store.ts'

/** What the calls of events use. */
export interface EventServices extends Pick<FeatureContext, 'database' | 'clock' | 'address'> {
  access: EventAccess
  accounts: Pick<AccountsApi, 'lock' | 'isNewcomer'>
  groups: GroupsApi
  machines: Pick<MachinesApi, 'machine'>
  venues: Pick<VenuesApi, 'assertVisible'>
  dayLimit: DayLimit
  standings: StandingsViewCache
  exports: EventExports
  claimHooks: ClaimHook[]
  gameScoresHooks: GameScoresHook[]
  acceptedHooks: AttemptAcceptedHook[]
  drawnHooks: RoundDrawnHook[]
  seedSources: Map<SeedSourceName, SeedSource>
  earlierNights: EarlierNights[]
}

/**
 * Answers a call by which a director changes an event, in one transaction that has the event's row to itself.
 * @param change returns the changes for the change log @throws DdpError 401, 403, 404, and what `change` throws
 */
export async function changeAsDirector(
  call: Call<{ eventId: string }>,
  { access, clock }: EventServices,
  change: (tx: Db, event: EventRow, by: { userId: string; now: number }) => Promise<NewChange[]>,
): Promise<Record<string, never>> {
  const userId = signedIn(call)
  const { eventId } = call.input
  await call.commit(async tx => {
    const event = await access.requireDirector(await lockEvent(tx, eventId, 'to change'), userId)
    return attachEvent(tx, eventId, await change(tx, event, { userId, now: clock.now() }))
  })
  return {}
}

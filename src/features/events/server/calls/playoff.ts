import {
  type EarlierResult,
  eventNotBegun,
  eventsPlayoff,
  orderEnteredBefore,
  playoffIdUsed,
  ranksDiffer,
} from '#events/contract/rounds.ts'
import { stateAt } from '#events/rules/event-state.ts'
import { isPlayoffOf, tiedWith } from '#events/rules/standings/playoffs.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { EventAccess } from '../access.ts'
import { createEventChange } from '../changes.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { loadStandingsWithoutPlayoffs } from '../standings/load-standings.ts'
import { findPlayoff, insertPlayoff, wasPlayedOff } from '../standings/playoff-store.ts'

export const decideTie = handle(eventsPlayoff, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    const { _id: id, eventId, order, replaces } = call.input
    if (await wasPlayedOff(tx, { id, eventId, order })) return []
    if (['upcoming', 'cancelled'].includes(stateAt(event, now))) throw eventNotBegun()
    // Without earlier playoffs, so that a playoff can be entered again.
    const rows = await loadStandingsWithoutPlayoffs(tx, event)
    if (!isPlayoffOf(order, tiedWith(rows, order[0]))) throw ranksDiffer()
    const earlier = await findPlayoff(tx, eventId, order)
    if (earlier !== null) await assertReplaceable(services.access, earlier, { order, replaces, userId })
    if (!(await insertPlayoff(tx, { id, eventId, order, by: userId }))) throw playoffIdUsed()
    await insertLog(tx, { eventId, by: userId, action: 'playoff', subject: { kind: 'players', players: order } })
    return [createEventChange(eventId)]
  }),
)

/** @throws DdpError 409 if somebody else has entered another order, and `replaces` does not name that order */
async function assertReplaceable(
  access: EventAccess,
  { order: before, by }: { order: string[]; by: string | null },
  { order, replaces, userId }: { order: readonly string[]; replaces: readonly string[] | undefined; userId: string },
): Promise<void> {
  const isSame = (other: readonly string[]): boolean => other.join() === before.join()
  if (isSame(order) || (replaces === undefined ? by === userId : isSame(replaces))) return
  const names = by === null ? null : await access.findNames(by)
  const earlier: EarlierResult = { order: before, ...(names === null ? {} : { by: names }) }
  throw orderEnteredBefore({ earlier: { ...earlier } })
}

import { earlierEventOpen, eventsSetSeeds, noSeeds } from '#events/contract/entrants.ts'
import { eventOver, noEntrant } from '#events/contract/errors.ts'
import { formatRules } from '#events/formats/registry.ts'
import { isOver, stateAt } from '#events/rules/event-state.ts'
import { personKey } from '#events/rules/person-key.ts'
import type { Db } from '#platform/db/database.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { createEventChange } from '../changes.ts'
import { listEntrants, listPlayingEntrants, saveSeeds } from '../entrants/entrant-store.ts'
import { changeAsDirector, type EventServices } from '../event-services.ts'
import { insertLog } from '../log/event-log-store.ts'
import { loadPlayed } from '../standings/load-standings.ts'
import { type EventRow, eventById } from '../store.ts'

export const setSeeds = handle(eventsSetSeeds, (call, services: EventServices) =>
  changeAsDirector(call, services, async (tx, event, { userId, now }) => {
    const { eventId, seeds = [], previous: previousId, from } = call.input
    if (isOver(event, now)) throw eventOver()
    const entrants = await listEntrants(tx, eventId)
    const wanted = new Map(seeds.map(({ entrantId, seed }) => [entrantId, seed]))
    if (previousId !== undefined) {
      const previous = await services.access.requireVisible(await eventById(tx, previousId), userId)
      if (stateAt(previous, now) !== 'finished') throw earlierEventOpen()
      await services.access.requireStandings(previous, userId)
      const ranks = await listRanks(tx, previous)
      for (const entrant of entrants) wanted.set(entrant.id, ranks.get(personKey(entrant)) ?? null)
    }
    if (from !== undefined) {
      const ranks = await services.seedSources.get(from)?.(tx, { eventId, entrants })
      if (!ranks) throw noSeeds()
      for (const { id } of entrants) wanted.set(id, ranks.get(id) ?? null)
    }
    const earlier = new Map(entrants.map(({ id, seed }) => [id, seed]))
    if (![...wanted.keys()].every(id => earlier.has(id))) throw noEntrant()
    const changed = new Map([...wanted].filter(([id, seed]) => earlier.get(id) !== seed))
    if (changed.size === 0) return []
    await saveSeeds(tx, eventId, changed)
    await insertLog(tx, { eventId, by: userId, action: 'seeded', subject: { kind: 'seeds', count: changed.size } })
    return [createEventChange(eventId)]
  }),
)

/** Returns the ranks in an event's standings by `personKey`. Of two guests with the same name the better rank counts. */
async function listRanks(tx: Db, event: EventRow): Promise<ReadonlyMap<string, number>> {
  const entrants = new Map((await listPlayingEntrants(tx, event.id)).map(each => [each.id, each]))
  const rows = formatRules(event.format, event).standings(event.machineIds, [...entrants.keys()], await loadPlayed(tx, event))
  return new Map(rows.reverse().map(({ entrantId, rank }) => [personKey(entrants.get(entrantId)!), rank]))
}

import type { Clock } from '#ddp/timing/clock.ts'
import { earlierEventOpen, eventOver, noEntrant } from '#events/contract/errors.ts'
import { formatRules } from '#events/formats/registry.ts'
import { stateAt } from '#events/rules/event-state.ts'
import type { ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { EventAccess } from '../access.ts'
import { appendEventChanges } from '../append-event-changes.ts'
import { createEventChange } from '../changes.ts'
import { insertLog } from '../log/event-log-store.ts'
import { loadPlayed } from '../standings/load-standings.ts'
import * as store from '../store.ts'
import { type EntrantRow, listEntrants, listPlayingEntrants, setSeeds } from './entrant-store.ts'

/** The seed of one entrant; null: none. */
export interface EntrantSeed {
  entrantId: string
  seed: number | null
}

/** Lets a director seed the entrants. Methods return change-log entries that are already committed. */
export class EntrantSeedsService {
  readonly #database: Database
  readonly #clock: Clock
  readonly #access: EventAccess

  constructor({ database, clock, access }: { database: Database; clock: Clock; access: EventAccess }) {
    this.#database = database
    this.#clock = clock
    this.#access = access
  }

  /** Sets the seeds of the given entrants; those of others stay. @throws DdpError 403, 404, 409 as events.setSeeds lists them */
  async setSeeds(userId: string, eventId: string, seeds: readonly EntrantSeed[]): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      await this.#lockOpenEvent(tx, userId, eventId)
      return this.#save(tx, { userId, eventId, seeds: new Map(seeds.map(({ entrantId, seed }) => [entrantId, seed])) })
    })
  }

  /** Seeds all entrants by their ranks in an earlier event. @throws DdpError 403, 404, 409 as events.setSeeds lists them */
  async seedByEvent(userId: string, eventId: string, previousId: string): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      await this.#lockOpenEvent(tx, userId, eventId)
      const previous = await this.#access.requireVisible(await store.eventById(tx, previousId), userId)
      if (stateAt(previous, this.#clock.now()) !== 'finished') throw earlierEventOpen()
      const ranks = await listRanks(tx, previous)
      const entrants = await listEntrants(tx, eventId)
      return this.#save(tx, { userId, eventId, seeds: new Map(entrants.map(each => [each.id, ranks.get(personKey(each)) ?? null])) })
    })
  }

  async #save(
    tx: Db,
    { userId, eventId, seeds }: { userId: string; eventId: string; seeds: ReadonlyMap<string, number | null> },
  ): Promise<ChangeLogEntry[]> {
    const entrants = new Map((await listEntrants(tx, eventId)).map(each => [each.id, each]))
    const changed = [...seeds].filter(([entrantId, seed]) => {
      const entrant = entrants.get(entrantId)
      if (entrant === undefined) throw noEntrant()
      return entrant.seed !== seed
    })
    if (changed.length === 0) return []
    await setSeeds(tx, eventId, new Map(changed))
    await insertLog(tx, { eventId, by: userId, action: 'seeded', subject: { kind: 'seeds', count: changed.length } })
    return appendEventChanges(tx, eventId, [createEventChange(eventId)])
  }

  async #lockOpenEvent(tx: Db, userId: string, eventId: string): Promise<void> {
    const event = await this.#access.requireDirector(await store.lockEvent(tx, eventId, 'to change'), userId)
    const state = stateAt(event, this.#clock.now())
    if (state === 'finished' || state === 'cancelled') throw eventOver()
  }
}

/** Key that identifies the same person in two events: the account, or for guests the normalised name. */
const personKey = ({ userId, displayName }: Pick<EntrantRow, 'userId' | 'displayName'>): string =>
  userId === null ? `guest ${displayName.normalize('NFKC').trim().toLowerCase()}` : `user ${userId}`

/** Returns the ranks in an event's standings by `personKey`. Of two guests with the same name the better rank counts. */
async function listRanks(tx: Db, event: store.EventRow): Promise<ReadonlyMap<string, number>> {
  const entrants = new Map((await listPlayingEntrants(tx, event.id)).map(each => [each.id, each]))
  const rows = formatRules(event.format, event).standings(event.machineIds, [...entrants.keys()], await loadPlayed(tx, event))
  return new Map(rows.reverse().map(({ entrantId, rank }) => [personKey(entrants.get(entrantId)!), rank]))
}

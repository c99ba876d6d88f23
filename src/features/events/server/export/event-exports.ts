import { LRUCache } from 'lru-cache'
import type { Clock } from '#ddp/timing/clock.ts'
import type { ExportedEvent } from '#events/rules/verify-export.ts'
import type { Cache, CacheStats } from '#platform/cache-registry.ts'
import type { Database } from '#platform/db/database.ts'
import { eventCardFacts } from '../card/event-card-facts.ts'
import { type ExportedFile, exportEvent, toExportedFile } from './export-event.ts'

/** What is made from everything that an event holds: its files, and what its share card shows. */
interface Made {
  csv: ExportedFile
  json: ExportedFile
  ifpa: ExportedFile
  card: ReturnType<typeof eventCardFacts>
}

const MAKE: { readonly [Kind in keyof Made]: (event: ExportedEvent, standingsHeld: boolean, finals: ExportedEvent[]) => Made[Kind] } = {
  csv: event => toExportedFile(event, 'csv'),
  json: event => toExportedFile(event, 'json'),
  ifpa: (event, _standingsHeld, finals) => toExportedFile(event, 'ifpa', finals),
  card: eventCardFacts,
}

interface Entry {
  made: Made[keyof Made]
  /** in ms: when the event begins or ends by itself; null: never */
  until: number | null
}

/** How many events are remembered for when they have changed. */
const MAX_CHANGED = 20_000

/**
 * The files of events. One is made when it is first asked for, from all that the event holds, and kept until the event changes or somebody's
 * name does. Requests for the same file at the same time share the work. The caller checks who may see the event, and who may have its files
 * while the standings are held back.
 */
export class EventExports implements Cache {
  readonly #database: Database
  readonly #clock: Clock
  readonly #kept: LRUCache<string, Entry>
  readonly #making = new Map<string, Promise<Entry>>()
  /** by event: number of its last change in the change log */
  readonly #changedAt = new LRUCache<string, number>({
    max: MAX_CHANGED,
    // What is forgotten holds for all events.
    dispose: (n, _eventId, reason) => {
      if (reason === 'evict') this.#allChangedAt = Math.max(this.#allChangedAt, n)
    },
  })
  /** number of the last change in the change log that may concern any event */
  #allChangedAt = 0
  #hits = 0
  #misses = 0

  constructor(database: Database, clock: Clock, maxBytes = 32 * 1024 * 1024) {
    this.#database = database
    this.#clock = clock
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ made }) => ('body' in made ? made.body.length : 1000) })
  }

  get stats(): CacheStats {
    return { entries: this.#kept.size, bytes: this.#kept.calculatedSize, hits: this.#hits, misses: this.#misses }
  }

  /** @throws DdpError 404 */
  async get<Kind extends keyof Made>(eventId: string, kind: Kind): Promise<Made[Kind]> {
    const key = `${eventId} ${kind}`
    const kept = this.#kept.get(key)
    if (kept !== undefined && (kept.until === null || this.#clock.now() < kept.until)) {
      this.#hits++
      return kept.made as Made[Kind]
    }
    this.#misses++
    // Nobody joins who came after a change that the file under way may lack.
    const version = `${key} ${this.#changedSince(eventId)}`
    let making = this.#making.get(version)
    if (making === undefined) {
      making = this.#make(eventId, kind).finally(() => this.#making.delete(version))
      this.#making.set(version, making)
    }
    return (await making).made as Made[Kind]
  }

  /** @param eventId null: any event may have changed @param n number of the change in the change log */
  invalidate(eventId: string | null, n: number): void {
    if (eventId === null) {
      this.#allChangedAt = n
      this.#kept.clear()
      return
    }
    this.#changedAt.set(eventId, n)
    for (const kind of Object.keys(MAKE)) this.#kept.delete(`${eventId} ${kind}`)
  }

  clear(): number {
    const { size } = this.#kept
    this.#kept.clear()
    return size
  }

  #changedSince(eventId: string): number {
    return Math.max(this.#allChangedAt, this.#changedAt.get(eventId) ?? 0)
  }

  async #make(eventId: string, kind: keyof Made): Promise<Entry> {
    const read = await exportEvent(this.#database, this.#clock, eventId)
    const { exported, until, position, standingsHeld } = read
    const finals: ExportedEvent[] = []
    if (kind === 'ifpa') for (const id of read.finals) finals.push((await exportEvent(this.#database, this.#clock, id)).exported)
    // Finals that are still being played have no places yet.
    const ended = finals.filter(({ event }) => event.state === 'finished')
    const entry: Entry = { made: MAKE[kind](exported, standingsHeld, ended), until }
    // What was read before the last change may be out of date. What has finals in it would have to be made anew with each change of theirs.
    if (finals.length === 0 && position >= this.#changedSince(eventId)) this.#kept.set(`${eventId} ${kind}`, entry)
    return entry
  }
}

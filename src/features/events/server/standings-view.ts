import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import { isRoundFormat } from '../rules/format.ts'
import type { ScoreRow } from '../rules/score-row.ts'
import { standingsDocument } from './documents.ts'
import { LiveStandings } from './live-standings.ts'
import type { EventChange } from './news.ts'
import { attemptsOf, type EntrantRow, entrantsOf, eventById, windowsOf } from './store.ts'

const STANDINGS = 'standings'

/** The first rows of an event's standings as documents, kept true change by change. */
export class StandingsView implements LiveQuery {
  readonly set = new LiveSet()
  readonly follower: Follower
  readonly eventId: string
  readonly #database: Database
  readonly #limit: number
  readonly #closed: (view: StandingsView) => void
  #standings: LiveStandings | null = null
  #entrants = new Map<string, EntrantRow>()

  constructor(database: Database, eventId: string, limit: number, closed: (view: StandingsView) => void) {
    this.eventId = eventId
    this.#database = database
    this.#limit = limit
    this.#closed = closed
    this.follower = follow(
      () => this.#load(),
      ({ body }) => this.#apply((body as Partial<EventChange>).change ?? null),
    )
  }

  close(): void {
    this.#closed(this)
  }

  /** Whether somebody's name stands in it. */
  mentions(userId: string): boolean {
    return !this.follower.caughtUp || [...this.#entrants.values()].some(each => each.userId === userId)
  }

  async #load(): Promise<number> {
    return this.#database.snapshot(async (tx, position) => {
      const event = await eventById(tx, this.eventId)
      this.#entrants = new Map((await entrantsOf(tx, this.eventId)).map(entrant => [entrant.id, entrant]))
      this.#standings = null
      if (event !== null && !isRoundFormat(event.format)) {
        const { format, machineIds } = event
        const windows = await windowsOf(tx, this.eventId)
        this.#standings = new LiveStandings({ format, machineIds, windows }, this.#entrants.keys(), await attemptsOf(tx, this.eventId))
      }
      this.set.replace(STANDINGS, new Map((this.#standings?.rows(0, this.#limit) ?? []).map(row => this.#document(row))))
      return position
    })
  }

  /** Another event, other people or other names are read; attempts are applied. */
  #apply(change: EventChange['change']): void | Promise<void> {
    const standings = this.#standings
    if (change === null || change.kind === 'entrant' || standings === null) return this.#load().then(() => undefined)
    const changed = standings.apply(change)
    const rows = standings.rows(0, this.#limit)
    const shown = new Set(rows.map(row => this.#id(row.entrantId)))
    for (const id of this.set.ids(STANDINGS)) if (!shown.has(id)) this.set.remove(STANDINGS, id)
    for (const row of rows) {
      if (changed.has(row.entrantId) || this.set.get(STANDINGS, this.#id(row.entrantId)) === undefined)
        this.set.put(STANDINGS, ...this.#document(row))
    }
  }

  #id(entrantId: string): string {
    return `${this.eventId}/${entrantId}`
  }

  #document(row: ScoreRow): [string, Fields] {
    return [this.#id(row.entrantId), standingsDocument(this.eventId, row, this.#entrants.get(row.entrantId))]
  }
}

import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import type { NeedOnMachine } from '../contract/documents.ts'
import { isRoundFormat } from '../rules/format.ts'
import { Outlook } from '../rules/need.ts'
import type { RoundRow } from '../rules/round-standings.ts'
import type { ScoreRow } from '../rules/score-row.ts'
import { attemptsOf } from './attempt-store.ts'
import { roundsDocument, standingsDocument } from './documents.ts'
import { type EntrantRow, entrantsOf } from './entrant-store.ts'
import { LiveRounds } from './live-rounds.ts'
import { LiveStandings } from './live-standings.ts'
import type { EventChange } from './news.ts'
import { roundsOf, ruled, ruledGroup } from './round-store.ts'
import { type EventRow, eventById } from './store.ts'
import { windowsOf } from './void-store.ts'

const STANDINGS = 'standings'

/** The first rows of an event's standings as documents, kept true change by change. */
export class StandingsView implements LiveQuery {
  readonly set = new LiveSet()
  readonly follower: Follower
  readonly eventId: string
  readonly #database: Database
  readonly #limit: number
  readonly #closed: (view: StandingsView) => void
  #event: EventRow | null = null
  /** null: its standings do not follow from scores */
  #standings: LiveStandings | null = null
  /** null: its standings do not follow from rounds */
  #rounds: LiveRounds | null = null
  #outlook: Outlook | null = null
  #entrants = new Map<string, EntrantRow>()

  constructor(database: Database, eventId: string, limit: number, closed: (view: StandingsView) => void) {
    this.eventId = eventId
    this.#database = database
    this.#limit = limit
    this.#closed = closed
    this.follower = follow(
      () => this.#load(),
      ({ body }) => this.#change((body as Partial<EventChange>).change ?? null),
    )
  }

  close(): void {
    this.#closed(this)
  }

  /** Whether somebody's name stands in it. */
  mentions(userId: string): boolean {
    return !this.follower.caughtUp || [...this.#entrants.values()].some(each => each.userId === userId)
  }

  /** What a player needs to gain a rank, machine by machine; null: not in the event. */
  needs(userId: string): NeedOnMachine[] | null {
    const entrant = [...this.#entrants.values()].find(each => each.userId === userId)
    const [event, standings] = [this.#event, this.#standings]
    if (entrant === undefined || event === null) return null
    if (standings === null || isRoundFormat(event.format)) return []
    this.#outlook ??= new Outlook({ format: event.format, machineIds: event.machineIds }, standings.rows(0, standings.size))
    const left = (machineId: string): number | null => standings.attemptsLeft(entrant.id, machineId)
    return this.#outlook.needs(entrant.id, left).map(need => ({ ...need, attemptsLeft: left(need.machineId) }))
  }

  async #load(): Promise<number> {
    return this.#database.snapshot(async (tx, position) => {
      this.#event = await eventById(tx, this.eventId)
      this.#entrants = new Map((await entrantsOf(tx, this.eventId)).map(entrant => [entrant.id, entrant]))
      this.#standings = null
      this.#rounds = null
      this.#outlook = null
      this.set.replace(STANDINGS, new Map(await this.#rows(tx)))
      return position
    })
  }

  async #rows(tx: Db): Promise<[string, Fields][]> {
    if (this.#event === null) return []
    const { format, machineIds } = this.#event
    const entrantIds = [...this.#entrants.keys()]
    if (isRoundFormat(format)) {
      this.#rounds = new LiveRounds(format, entrantIds, (await roundsOf(tx, this.eventId)).map(ruled))
      return this.#rounds.rows(0, this.#limit).map(row => this.#document(row))
    }
    const windows = await windowsOf(tx, this.eventId)
    this.#standings = new LiveStandings({ format, machineIds, windows }, entrantIds, await attemptsOf(tx, this.eventId))
    return this.#standings.rows(0, this.#limit).map(row => this.#document(row))
  }

  /** Another event, other people, other rounds or names are read; attempts, and results of groups, are applied. */
  #change(change: EventChange['change']): void | Promise<void> {
    if (change?.kind === 'log' || change?.kind === 'presence') return
    const [standings, rounds] = [this.#standings, this.#rounds]
    if (change?.kind === 'rounds' && change.played !== undefined && rounds !== null) {
      const { round, group } = change.played
      return this.#show(rounds.apply(round, ruledGroup(group)), rounds.rows(0, this.#limit))
    }
    if (change === null || change.kind === 'rounds' || change.kind === 'entrant' || standings === null)
      return this.#load().then(() => undefined)
    this.#outlook = null
    this.#show(standings.apply(change), standings.rows(0, this.#limit))
  }

  /** @param changed entrants whose rows are others @param rows the first of all */
  #show(changed: ReadonlySet<string>, rows: readonly (ScoreRow | RoundRow)[]): void {
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

  #document(row: ScoreRow | RoundRow): [string, Fields] {
    const entrant = this.#entrants.get(row.entrantId)
    const document = 'games' in row ? roundsDocument(this.eventId, row, entrant) : standingsDocument(this.eventId, row, entrant)
    return [this.#id(row.entrantId), document]
  }
}

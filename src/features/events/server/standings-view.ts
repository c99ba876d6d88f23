import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import type { DocumentWriter } from '../../../platform/live/server/documents.ts'
import type { Loaded, ViewSource } from '../../../platform/live/server/view.ts'
import type { NeedOnMachine } from '../contract/documents.ts'
import { isRoundFormat } from '../rules/format.ts'
import { ImprovementCalculator } from '../rules/improvement.ts'
import type { RoundStandingRow } from '../rules/round-standings.ts'
import type { ScoreRow } from '../rules/score-row.ts'
import { listEventAttempts } from './attempt-store.ts'
import type { EventChange } from './changes.ts'
import { roundsDocument, standingsDocument } from './documents.ts'
import { type EntrantRow, listEntrants } from './entrant-store.ts'
import { IncrementalStandings } from './incremental-standings.ts'
import { LiveRounds } from './live-rounds.ts'
import { listRounds, ruled, ruledGroup } from './round-store.ts'
import { type EventRow, eventById } from './store.ts'
import { listVoidWindows } from './void-store.ts'

const STANDINGS = 'standings'

interface State {
  event: EventRow | null
  /** null if the standings are not computed from scores */
  standings: IncrementalStandings | null
  /** null if the standings are not computed from rounds */
  rounds: LiveRounds | null
  entrants: ReadonlyMap<string, EntrantRow>
  documents: [string, Fields][]
}

/** The first rows of an event's standings as documents, updated with each change. */
export class StandingsView implements ViewSource {
  readonly eventId: string
  readonly #database: Database
  readonly #limit: number
  readonly #closed: (view: StandingsView) => void
  #event: EventRow | null = null
  #standings: IncrementalStandings | null = null
  #rounds: LiveRounds | null = null
  #outlook: ImprovementCalculator | null = null
  #entrants: ReadonlyMap<string, EntrantRow> = new Map()

  constructor(database: Database, eventId: string, limit: number, closed: (view: StandingsView) => void) {
    this.eventId = eventId
    this.#database = database
    this.#limit = limit
    this.#closed = closed
  }

  load(): Promise<Loaded> {
    return this.#database.snapshot(async (tx, position) => {
      const state = await this.#read(tx)
      const players = [...state.entrants.values()].flatMap(({ userId }) => userId ?? [])
      return {
        position,
        keys: new Set([this.eventId, ...players]),
        until: null,
        documents: () => {
          this.#event = state.event
          this.#standings = state.standings
          this.#rounds = state.rounds
          this.#outlook = null
          this.#entrants = state.entrants
          return { [STANDINGS]: state.documents }
        },
      }
    })
  }

  close(): void {
    this.#closed(this)
  }

  /** Returns what a user needs on each machine to gain a rank; null: the user is not in the event. */
  needs(userId: string): NeedOnMachine[] | null {
    const entrant = [...this.#entrants.values()].find(each => each.userId === userId)
    const [event, standings] = [this.#event, this.#standings]
    if (entrant === undefined || event === null) return null
    if (standings === null || isRoundFormat(event.format)) return []
    this.#outlook ??= new ImprovementCalculator({ format: event.format, machineIds: event.machineIds }, standings.rows(0, standings.size))
    const left = (machineId: string): number | null => standings.attemptsLeft(entrant.id, machineId)
    return this.#outlook.needs(entrant.id, left).map(need => ({ ...need, attemptsLeft: left(need.machineId) }))
  }

  /**
   * Applies changed attempts and group results in place. Changes of entrants, rounds or machines require a reload.
   * @returns true if a reload is required
   */
  change(change: EventChange['change'], documents: DocumentWriter): boolean {
    if (change?.kind === 'log' || change?.kind === 'presence') return false
    const [standings, rounds] = [this.#standings, this.#rounds]
    if (change?.kind === 'rounds' && change.played !== undefined && rounds !== null) {
      const changed = rounds.apply(change.played.round, ruledGroup(change.played.group))
      this.#show(documents, changed, rounds.rows(0, this.#limit))
      return false
    }
    if (change === null || change.kind === 'rounds' || change.kind === 'entrant' || standings === null) return true
    this.#outlook = null
    this.#show(documents, standings.apply(change), standings.rows(0, this.#limit))
    return false
  }

  async #read(tx: Db): Promise<State> {
    const event = await eventById(tx, this.eventId)
    const entrants = new Map((await listEntrants(tx, this.eventId)).map(entrant => [entrant.id, entrant]))
    if (event === null) return { event, standings: null, rounds: null, entrants, documents: [] }
    const { format, machineIds } = event
    const entrantIds = [...entrants.keys()]
    const document = (row: ScoreRow | RoundStandingRow): [string, Fields] => this.#document(row, entrants)
    if (isRoundFormat(format)) {
      const rounds = new LiveRounds(format, entrantIds, (await listRounds(tx, this.eventId)).map(ruled))
      return { event, standings: null, rounds, entrants, documents: rounds.rows(0, this.#limit).map(document) }
    }
    const windows = await listVoidWindows(tx, this.eventId)
    const standings = new IncrementalStandings({ format, machineIds, windows }, entrantIds, await listEventAttempts(tx, this.eventId))
    return { event, standings, rounds: null, entrants, documents: standings.rows(0, this.#limit).map(document) }
  }

  /** Updates the documents. @param changed entrants whose rows have changed @param rows the first rows of the standings */
  #show(documents: DocumentWriter, changed: ReadonlySet<string>, rows: readonly (ScoreRow | RoundStandingRow)[]): void {
    const shown = new Set(rows.map(row => this.#id(row.entrantId)))
    for (const id of documents.ids(STANDINGS)) if (!shown.has(id)) documents.remove(STANDINGS, id)
    for (const row of rows) {
      if (changed.has(row.entrantId) || documents.get(STANDINGS, this.#id(row.entrantId)) === undefined)
        documents.put(STANDINGS, ...this.#document(row, this.#entrants))
    }
  }

  #id(entrantId: string): string {
    return `${this.eventId}/${entrantId}`
  }

  #document(row: ScoreRow | RoundStandingRow, entrants: ReadonlyMap<string, EntrantRow>): [string, Fields] {
    const entrant = entrants.get(row.entrantId)
    const document = 'games' in row ? roundsDocument(this.eventId, row, entrant) : standingsDocument(this.eventId, row, entrant)
    return [this.#id(row.entrantId), document]
  }
}

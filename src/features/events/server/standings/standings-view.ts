import type { PlayerCard } from '#accounts/server/api.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import type { NeedOnMachine } from '#events/contract/documents.ts'
import { formatRules, scoreRules } from '#events/formats/registry.ts'
import { formatServer } from '#events/formats/server/registry.ts'
import { ImprovementCalculator } from '#events/rules/standings/improvement.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { DocumentWriter } from '#platform/live/server/documents.ts'
import type { ViewLoadResult, ViewSource } from '#platform/live/server/view.ts'
import { type EventChange, isPlayChange } from '../changes.ts'
import { standingsDocument } from '../documents.ts'
import { type EntrantRow, listPlayingEntrants } from '../entrants/entrant-store.ts'
import { type EventRow, eventById } from '../store.ts'
import type { LiveStandings } from './live-standings.ts'
import { loadPlayed } from './load-standings.ts'
import { RecomputedStandings } from './recomputed-standings.ts'
import { StandingsWithPlayoffs } from './standings-with-playoffs.ts'

const STANDINGS = 'standings'

interface State {
  event: EventRow | null
  /** null if there is no such event */
  standings: LiveStandings | null
  entrants: ReadonlyMap<string, EntrantRow>
  documents: [string, Fields][]
}

/** The first rows of an event's standings as documents, updated with each change. */
export class StandingsView implements ViewSource {
  readonly eventId: string
  readonly #database: Database
  readonly #limit: number
  readonly #onClose: (view: StandingsView) => void
  #event: EventRow | null = null
  #standings: LiveStandings | null = null
  #improvement: ImprovementCalculator | null = null
  #entrants: ReadonlyMap<string, EntrantRow> = new Map()

  constructor(database: Database, eventId: string, limit: number, onClose: (view: StandingsView) => void) {
    this.eventId = eventId
    this.#database = database
    this.#limit = limit
    this.#onClose = onClose
  }

  load(): Promise<ViewLoadResult> {
    return this.#database.readSnapshot(async (tx, position) => {
      const state = await this.#loadState(tx)
      const players = [...state.entrants.values()].flatMap(({ userId }) => userId ?? [])
      return {
        position,
        keys: new Set([this.eventId, ...players]),
        until: null,
        documents: () => {
          this.#event = state.event
          this.#standings = state.standings
          this.#improvement = null
          this.#entrants = state.entrants
          return { [STANDINGS]: state.documents }
        },
      }
    })
  }

  close(): void {
    this.#onClose(this)
  }

  /** Returns what a user needs on each machine to gain a rank; null: the user is not in the event. */
  requiredScores(userId: string): NeedOnMachine[] | null {
    const entrant = [...this.#entrants.values()].find(each => each.userId === userId)
    const [event, standings] = [this.#event, this.#standings]
    if (entrant === undefined || event === null) return null
    const rules = scoreRules(event.format)
    if (standings === null || rules === null) return []
    this.#improvement ??= new ImprovementCalculator({ rules, machineIds: event.machineIds }, standings.rows(0, standings.size))
    const getAttemptsLeft = (machineId: string): number | null => standings.attemptsLeft(entrant.id, machineId)
    return this.#improvement
      .requiredScores(entrant.id, getAttemptsLeft)
      .map(required => ({ ...required, attemptsLeft: getAttemptsLeft(required.machineId) }))
  }

  /**
   * Applies changed attempts and group results in place. Changes of entrants, rounds or machines require a reload.
   * @returns true if a reload is required
   */
  apply(change: EventChange['change'], documents: DocumentWriter): boolean {
    if (change !== null && !isPlayChange(change)) return false
    // Names of new entrants are not in memory.
    const changed = change === null || change.kind === 'entrant' ? null : (this.#standings?.apply(change) ?? null)
    if (changed === null) return true
    this.#improvement = null
    this.#updateDocuments(documents, changed, this.#standings!.rows(0, this.#limit))
    return false
  }

  /** Applies a user's new name. @returns true if a reload is required: the account was deleted */
  applyName(userId: string, { username, displayName }: PlayerCard, documents: DocumentWriter): boolean {
    if (username === '') return true
    const entrant = [...this.#entrants.values()].find(each => each.userId === userId)
    if (entrant === undefined) return false
    this.#entrants = new Map([...this.#entrants, [entrant.id, { ...entrant, username, displayName }]])
    const id = this.#getDocumentId(entrant.id)
    const row = documents.get(STANDINGS, id)
    if (row !== undefined) documents.put(STANDINGS, id, { ...row, username, displayName })
    return false
  }

  async #loadState(tx: Db): Promise<State> {
    const event = await eventById(tx, this.eventId)
    const entrants = new Map((await listPlayingEntrants(tx, this.eventId)).map(entrant => [entrant.id, entrant]))
    if (event === null) return { event, standings: null, entrants, documents: [] }
    const standings = await this.#loadStandings(tx, event, [...entrants.keys()])
    return { event, standings, entrants, documents: standings.rows(0, this.#limit).map(row => this.#toDocument(row, entrants)) }
  }

  async #loadStandings(tx: Db, event: EventRow, entrantIds: readonly string[]): Promise<LiveStandings> {
    const { format, machineIds } = event
    const rules = formatRules(format, event)
    const { playoffs, ...played } = await loadPlayed(tx, event)
    const standings =
      formatServer(format).incrementalStandings?.(rules, machineIds, entrantIds, played) ??
      new RecomputedStandings(rules.standings(machineIds, entrantIds, played))
    return playoffs.length === 0 ? standings : new StandingsWithPlayoffs(standings, playoffs)
  }

  /** Updates the documents. @param changed entrants whose rows have changed @param rows the first rows of the standings */
  #updateDocuments(documents: DocumentWriter, changed: ReadonlySet<string>, rows: readonly StandingsEntry[]): void {
    const shownIds = new Set(rows.map(row => this.#getDocumentId(row.entrantId)))
    for (const id of documents.ids(STANDINGS)) if (!shownIds.has(id)) documents.remove(STANDINGS, id)
    for (const row of rows) {
      if (changed.has(row.entrantId) || documents.get(STANDINGS, this.#getDocumentId(row.entrantId)) === undefined)
        documents.put(STANDINGS, ...this.#toDocument(row, this.#entrants))
    }
  }

  #getDocumentId(entrantId: string): string {
    return `${this.eventId}/${entrantId}`
  }

  #toDocument(row: StandingsEntry, entrants: ReadonlyMap<string, EntrantRow>): [string, Fields] {
    return [this.#getDocumentId(row.entrantId), standingsDocument(this.eventId, row, entrants.get(row.entrantId))]
  }
}

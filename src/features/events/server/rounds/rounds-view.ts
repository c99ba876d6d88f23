import type { Fields } from '#ddp/wire/ejson.ts'
import type { Database } from '#platform/db/database.ts'
import type { DocumentsByCollection, DocumentWriter } from '#platform/live/server/documents.ts'
import type { ViewLoadResult, ViewSource } from '#platform/live/server/view.ts'
import type { EventChange } from '../changes.ts'
import { groupDocument, roundDocument } from '../documents.ts'
import { listRounds, type RoundRow } from './round-store.ts'

const ROUNDS = 'eventRounds'
const GROUPS = 'eventGroups'

/** Which rounds include their groups: the one with this number, the latest, or all (null). */
export type WithGroups = number | 'latest' | null

/** The rounds of an event as documents. When a single group changes, only that group's document is updated and nothing is read. */
export class RoundsView implements ViewSource {
  readonly #database: Database
  readonly #eventId: string
  readonly #withGroups: WithGroups
  readonly #held: boolean
  /** number of the last of its rounds; 0: none yet */
  #lastRound = 0

  /** @param held true: only rounds that are held back; false: only the others */
  constructor(database: Database, eventId: string, withGroups: WithGroups, held = false) {
    this.#database = database
    this.#eventId = eventId
    this.#withGroups = withGroups
    this.#held = held
  }

  load(): Promise<ViewLoadResult> {
    return this.#database.readSnapshot(async (tx, position) => {
      const rounds = await listRounds(tx, this.#eventId, { held: this.#held, withGroups: this.#withGroups })
      return { position, keys: new Set([this.#eventId]), until: null, documents: () => this.#toDocuments(rounds) }
    })
  }

  /** @returns true if the rounds must be read again */
  apply(change: EventChange['change'], documents: DocumentWriter): boolean {
    if (change !== null && change.kind !== 'rounds') return false
    if (change?.played === undefined) return true
    const { round, group } = change.played
    // The one is held back and the view shows others, or the other way round.
    if (this.#held ? round !== this.#lastRound : round > this.#lastRound) return false
    if (typeof this.#withGroups === 'number' && this.#withGroups !== round) return false
    // How many results an earlier round lacks stands in its own document.
    if (round < this.#lastRound) return true
    if (this.#withGroups === null || round === (this.#withGroups === 'latest' ? this.#lastRound : this.#withGroups))
      documents.put(GROUPS, group.id, groupDocument(this.#eventId, round, group))
    return false
  }

  #toDocuments(rounds: readonly RoundRow[]): DocumentsByCollection {
    const eventId = this.#eventId
    this.#lastRound = rounds.at(-1)?.number ?? 0
    const shown = typeof this.#withGroups === 'number' ? rounds.filter(({ number }) => number === this.#withGroups) : rounds
    return {
      [ROUNDS]: shown.map((round): [string, Fields] => [round.id, roundDocument(eventId, round, round.number === this.#lastRound)]),
      [GROUPS]: shown.flatMap(({ number, groups }) =>
        groups.map((group): [string, Fields] => [group.id, groupDocument(eventId, number, group)]),
      ),
    }
  }
}

import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { type Follower, follow } from '../../../platform/live/server/follow.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import { groupDocument, roundDocument } from './documents.ts'
import type { EventChange } from './news.ts'
import { roundsOf } from './round-store.ts'

const ROUNDS = 'eventRounds'
const GROUPS = 'eventGroups'

/**
 * The rounds of an event with the groups of all of them, of the latest or of one, as documents. Where one group was played, that group's document is
 * written and nothing is read.
 */
export class RoundsView implements LiveQuery {
  readonly set = new LiveSet()
  readonly follower: Follower
  readonly #database: Database
  readonly #eventId: string
  /** a round's number; null: all */
  readonly #whole: number | 'latest' | null
  /** number of the last round; 0: there is none */
  #last = 0

  /** @param afterRead runs in the transaction that read, before what was read is shown */
  constructor(
    { database, afterRead }: { database: Database; afterRead: (tx: Db) => Promise<void> },
    eventId: string,
    whole: number | 'latest' | null,
  ) {
    this.#database = database
    this.#eventId = eventId
    this.#whole = whole
    this.follower = follow(
      () => this.#load(afterRead),
      ({ body }) => this.#change((body as EventChange).change, afterRead),
    )
  }

  close(): void {}

  async #load(afterRead: (tx: Db) => Promise<void>): Promise<number> {
    return this.#database.snapshot(async (tx, position) => {
      const eventId = this.#eventId
      const rounds = await roundsOf(tx, eventId, this.#whole)
      await afterRead(tx)
      this.#last = rounds.at(-1)?.number ?? 0
      const shown = typeof this.#whole === 'number' ? rounds.filter(({ number }) => number === this.#whole) : rounds
      this.set.replace(ROUNDS, new Map(shown.map((round): [string, Fields] => [round.id, roundDocument(eventId, round)])))
      const groups = shown.flatMap(({ number, groups: of }) =>
        of.map((each): [string, Fields] => [each.id, groupDocument(eventId, number, each)]),
      )
      this.set.replace(GROUPS, new Map(groups))
      return position
    })
  }

  #change(change: EventChange['change'], afterRead: (tx: Db) => Promise<void>): void | Promise<void> {
    if (change?.kind !== 'rounds' || change.played === undefined) return this.#load(afterRead).then(() => undefined)
    const { round, group } = change.played
    if (this.#whole === null || round === (this.#whole === 'latest' ? this.#last : this.#whole))
      this.set.put(GROUPS, group.id, groupDocument(this.#eventId, round, group))
  }
}

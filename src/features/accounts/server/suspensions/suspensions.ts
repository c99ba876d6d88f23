import type { Clock } from '#ddp/timing/clock.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { userChanged } from '../changes.ts'
import type { Sessions } from '../sessions/sessions.ts'
import * as store from './store.ts'

/** Begins and ends suspensions. What a suspension prevents is in `sessions/token-store.ts`: no session begins for a suspended user. */
export class Suspensions {
  readonly #database: Database
  readonly #clock: Clock
  readonly #sessions: Sessions

  constructor({ database, clock, sessions }: { database: Database; clock: Clock; sessions: Sessions }) {
    this.#database = database
    this.#clock = clock
    this.#sessions = sessions
  }

  /** Called in a transaction that has locked the account. Ends all of the user's sessions. @returns the changes to write */
  async begin(tx: Db, userId: string, suspension: store.Suspension): Promise<NewChange[]> {
    await store.putSuspension(tx, userId, suspension, new Date(this.#clock.now()))
    return [userChanged.of({ userId }), ...(await this.#sessions.endAll(tx, userId, null))]
  }

  /** Called in a transaction that has locked the account. @returns the changes to write; none if the user is not suspended */
  async lift(tx: Db, userId: string): Promise<NewChange[]> {
    if ((await store.findSuspension(tx, userId, new Date(this.#clock.now()))) === null) return []
    await store.clearSuspension(tx, userId)
    return [userChanged.of({ userId })]
  }

  /** Clears the suspensions that have ended, so that lists of users follow. @returns the change-log entries, already committed */
  sweep(): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      const userIds = await store.clearEndedSuspensions(tx, new Date(this.#clock.now()))
      return appendChanges(
        tx,
        userIds.map(userId => userChanged.of({ userId })),
      )
    })
  }
}

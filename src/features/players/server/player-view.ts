import { LiveSet } from '../../../ddp/server/live-set.ts'
import type { Publishing } from '../../../ddp/server/subscription.ts'
import type { Ejson } from '../../../ddp/wire/ejson.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'
import type { AccountsDoor, KnownUser } from '../../accounts/server/door.ts'
import { profileOf } from './store.ts'

export const noSuchPlayer = (): DdpError => new DdpError(404, 'There is no such player.')

/** One player's document, as all who look at it see it. */
export class PlayerView implements LiveQuery {
  readonly set = new LiveSet()
  readonly userId: string
  readonly #username: string
  readonly #accounts: AccountsDoor
  readonly #database: Database
  readonly #readers = new Set<Publishing>()
  readonly #closed: (view: PlayerView) => void
  /** one look after the other, so that the last one counts */
  #looking: Promise<void> = Promise.resolve()

  constructor(user: KnownUser, accounts: AccountsDoor, database: Database, closed: (view: PlayerView) => void) {
    this.userId = user.id
    this.#username = user.username
    this.#accounts = accounts
    this.#database = database
    this.#closed = closed
  }

  close(): void {
    this.#closed(this)
  }

  /** Its subscription ends when the player does. */
  addReader(publishing: Publishing): void {
    this.#readers.add(publishing)
    publishing.onStop(() => void this.#readers.delete(publishing))
  }

  /** Reads it afresh. */
  look(): Promise<void> {
    const read = (): Promise<void> => this.#read()
    this.#looking = this.#looking.then(read, read)
    return this.#looking
  }

  async #read(): Promise<void> {
    const user = await this.#accounts.userByName(this.#username)
    if (user === null || user.id !== this.userId) {
      this.set.remove('players', this.userId)
      for (const reader of [...this.#readers]) reader.error(noSuchPlayer())
      return
    }
    const { username, displayName, createdAt } = user
    const { bio, location, unlisted, picture, supporter, ifpaNumber } = await profileOf(this.#database.db, user.id)
    this.set.put('players', user.id, {
      username,
      displayName,
      bio,
      location,
      supporter,
      joinedAt: createdAt,
      ...(unlisted ? { unlisted } : {}),
      ...(ifpaNumber === null ? {} : { ifpaNumber }),
      ...(picture === null ? {} : { picture: picture as unknown as Ejson }),
    })
  }
}

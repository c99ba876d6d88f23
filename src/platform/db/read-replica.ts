import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { Clock, Timer } from '#ddp/timing/clock.ts'
import type { Log } from '#platform/log/log.ts'
import { WRITTEN_AT } from './change-log/write.ts'
import { type Db, type ReplicaReader, readHead, runSnapshot } from './database.ts'
import type { Tables } from './schema.ts'
import { isUnavailable, type StatementHook, withErrorMapping } from './unavailable.ts'

export interface ReadReplicaOptions {
  /** Opens connections to the standby. @throws StartError if it cannot be reached */
  connect(): Promise<pg.Pool>
  /** the database that takes the writes */
  primary: Db
  /** the number of the last change that this node has applied */
  applied(): number
  clock: Clock
  log: Log
  onStatement: StatementHook
}

/** What `/metrics` says of the replica. */
export interface ReadReplicaStats {
  /** True if reads go to it. */
  used: boolean
  /** the changes that this node has applied and the replica lacked at the last check */
  lag: number
  /** reads that it answered, and those that went to the primary instead */
  answered: number
  passedOn: number
}

type State = 'unchecked' | 'used' | 'unreachable' | 'not a standby' | 'another history'

const PROBLEMS: Record<Exclude<State, 'unchecked' | 'used'>, string> = {
  unreachable: 'the read replica cannot be reached',
  'not a standby': 'the Postgres of DATABASE_REPLICA_URL is not a standby',
  'another history': 'the read replica follows another database than DATABASE_URL, or one that has lost changes',
}

/** ms between checks of the replica */
const CHECK_INTERVAL_MS = 1000
/** ms before a read looks again whether the replica has caught up. After the last one it goes to the primary. */
const CATCH_UP_PAUSES_MS = [3, 10, 30]
/** ms for which the replica may lack changes before that is logged */
const LAG_WARNING_MS = 10_000
/** SQLSTATEs by which a standby ends a read that is in the way of replaying the primary's changes. */
const RECOVERY_CONFLICT_CODES = ['40001', '40P01']

class BehindError extends Error {}

/** The end of a change log: `at` as in `ChangeLogEntry`, null if that change has been deleted; `standby`: whether the server is one. */
interface Head {
  n: number
  at: string | null
  standby: boolean
}

/**
 * A hot standby of the site's Postgres. Snapshots are read from the replica if it has every change that this node has applied. If it lags,
 * is unreachable or has another history, the result is `null` and the caller reads from the primary.
 */
export class ReadReplica implements ReplicaReader {
  readonly #options: ReadReplicaOptions
  #db: Db | null = null
  #state: State = 'unchecked'
  #lag = 0
  #lagsSince: number | null = null
  #answered = 0
  /** number of reads to which the replica did not answer */
  #failedReads = 0
  #passedOn = 0
  #timer: Timer | null = null
  #closed = false

  constructor(options: ReadReplicaOptions) {
    this.#options = options
  }

  get stats(): ReadReplicaStats {
    return { used: this.#state === 'used', lag: this.#lag, answered: this.#answered, passedOn: this.#passedOn }
  }

  /** Checks the replica now and then every second. */
  async start(): Promise<void> {
    await this.#check()
    if (!this.#closed) this.#timer = this.#options.clock.after(CHECK_INTERVAL_MS, () => void this.start())
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#timer?.cancel()
    await this.#db?.destroy()
  }

  read<T>(run: (db: Db) => Promise<T>): Promise<{ value: T } | null> {
    return this.#answer(async (db, needed) => {
      if ((await readHead(db)) < needed) throw new BehindError()
      return run(db)
    })
  }

  readSnapshot<T>(run: (tx: Db, position: number) => Promise<T>, longTransaction: boolean): Promise<{ value: T } | null> {
    return this.#answer((db, needed) =>
      runSnapshot(db, longTransaction, (tx, position) => {
        if (position < needed) throw new BehindError()
        return run(tx, position)
      }),
    )
  }

  async #answer<T>(run: (db: Db, needed: number) => Promise<T>): Promise<{ value: T } | null> {
    const answer = await this.#attempt(run, this.#options.applied())
    if (answer === null) this.#passedOn++
    else this.#answered++
    return answer
  }

  async #attempt<T>(run: (db: Db, needed: number) => Promise<T>, needed: number): Promise<{ value: T } | null> {
    for (const pause of [...CATCH_UP_PAUSES_MS, null]) {
      if (this.#state !== 'used' || this.#db === null) return null
      try {
        return { value: await run(this.#db, needed) }
      } catch (error) {
        if (error instanceof BehindError && pause !== null) await this.#wait(pause)
        else if (error instanceof BehindError || RECOVERY_CONFLICT_CODES.includes(codeOf(error))) return null
        else if (isUnavailable(error)) {
          this.#failedReads++
          this.#setState('unreachable', error)
          return null
        } else throw error
      }
    }
    return null
  }

  #wait(ms: number): Promise<void> {
    return new Promise(resolve => void this.#options.clock.after(ms, resolve))
  }

  async #check(): Promise<void> {
    const failedReads = this.#failedReads
    const needed = this.#options.applied()
    try {
      const db = await this.#connect()
      const { rows } = await sql<Head>`
        SELECT h.n, ${WRITTEN_AT} AS at, pg_is_in_recovery() AS standby FROM feed_head h LEFT JOIN feed f ON f.n = h.n`.execute(db)
      const head = rows[0]!
      this.#noteLag(Math.max(0, needed - head.n))
      const state = head.standby ? await this.#compare(head) : 'not a standby'
      // A read that failed meanwhile knows more than this check.
      if (failedReads === this.#failedReads) this.#setState(state)
    } catch (error) {
      if (!this.#closed) this.#setState('unreachable', error)
    }
  }

  /** Compares the replica's last change with the one that has the same number on the primary. While the primary is away, nothing changes. */
  async #compare({ n, at }: Head): Promise<State> {
    const { primary } = this.#options
    try {
      // The time of a change differs in every other history. The primary deletes old changes earlier than the replica does.
      const original = await primary.selectFrom('feed').select(WRITTEN_AT.as('at')).where('n', '=', n).executeTakeFirst()
      const isSame = original === undefined || at === null ? n <= (await readHead(primary)) : original.at === at
      return isSame ? 'used' : 'another history'
    } catch (error) {
      if (!isUnavailable(error)) throw error
      return this.#state
    }
  }

  async #connect(): Promise<Db> {
    if (this.#db !== null) return this.#db
    const { connect, onStatement } = this.#options
    const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withErrorMapping(await connect(), onStatement) }) })
    if (this.#closed) await db.destroy()
    else this.#db = db
    return db
  }

  #noteLag(lag: number): void {
    const { clock, log } = this.#options
    this.#lag = lag
    if (lag === 0) {
      this.#lagsSince = null
      return
    }
    const since = this.#lagsSince
    this.#lagsSince ??= clock.now()
    if (since === null || since === Number.POSITIVE_INFINITY || clock.now() - since < LAG_WARNING_MS) return
    log.warn({ changes: lag }, 'the read replica lags behind: reads go to the primary')
    this.#lagsSince = Number.POSITIVE_INFINITY
  }

  #setState(state: State, err?: unknown): void {
    if (state === this.#state) return
    const before = this.#state
    this.#state = state
    const { log } = this.#options
    if (state === 'used') {
      if (before !== 'unchecked') log.info('the read replica answers again')
    } else if (state !== 'unchecked') log.warn({ err }, `${PROBLEMS[state]}: reads go to the primary`)
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code)

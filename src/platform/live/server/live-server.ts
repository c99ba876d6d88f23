import type { Invocation, Method } from '#ddp/server/invocation.ts'
import type { ResultSet } from '#ddp/server/result-set.ts'
import type { DdpServer } from '#ddp/server/server.ts'
import type { PublishContext } from '#ddp/server/subscription.ts'
import type { Ejson, Fields } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { ChangeKind } from '#platform/db/change-log/define-change.ts'
import type { ChangeLogReader } from '#platform/db/change-log/reader.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { currentRequest, runInContext, withAllRights } from '#platform/log/request-context.ts'
import { isCallError, signInFirst } from '../call-errors.ts'
import type { MethodContract, ProtocolMethod, PublicationContract } from '../contract.ts'
import { parseArgument } from '../parse-argument.ts'
import type { Rates } from '../rates.ts'
import { AccessGuards } from './access-guards.ts'
import type { DocumentWriter } from './documents.ts'
import type { QueryDefinition } from './live-query.ts'
import { SharedQuery } from './shared-query.ts'
import type { ViewSource } from './view.ts'
import { ViewRegistry, type ViewRegistryOptions } from './view-registry.ts'

export interface Call<Input> {
  readonly input: Input
  readonly userId: string | null
  readonly invocation: Invocation
  /**
   * Delivers committed changes to the listeners of this node and announces them to the others. Resolves when they have been applied here.
   * The caller's `updated` waits until the views of its own connection include them.
   */
  committed(entries: readonly ChangeLogEntry[]): Promise<void>
  /** Runs a transaction, appends the changes that it returns to the change log as its last step, and delivers them as `committed` does. */
  commit(write: (tx: Db) => Promise<readonly NewChange[]>): Promise<void>
}

/** Returns the signed-in caller's id. @throws DdpError 401 when the caller is not signed in */
export function signedIn({ userId }: { userId: string | null }): string {
  if (userId === null) throw signInFirst()
  return userId
}

/** Documents that do not follow the change log: the feature that created them keeps them up to date. */
export interface PublishedDocuments extends DocumentWriter {
  replace(collection: string, documents: ReadonlyMap<string, Fields>): void
}

/** Returns what one feature contributes to a publication; null: nothing, for this caller. */
type Publisher<Input> = (publishing: PublishContext, input: Input) => Promise<ResultSet | null> | ResultSet | null

/** The errors that contracts need not list: they follow from `access`, or every call may answer them. */
const UNLISTED: ReadonlySet<unknown> = new Set([400, 401, 403, 'too-many-requests', 500])

/** Typed bindings of the DDP server: registers the methods and publications of contracts. */
export class LiveServer {
  readonly ddp: DdpServer
  readonly changeLog: ChangeLogReader
  readonly views: ViewRegistry
  /** how often each method may be called, by its name */
  readonly rates = new Map<string, Rates>()
  /** the contracts of what is registered, by name, for those who call it in another way than by a session */
  readonly contracts = new Map<string, MethodContract<unknown, unknown> | PublicationContract<unknown>>()
  readonly #guards = new AccessGuards()
  readonly #database: Database
  readonly #onUnlistedError: NonNullable<ViewRegistryOptions['onUnlistedError']>
  readonly #publishers = new Map<string, Publisher<unknown>[]>()

  constructor(ddp: DdpServer, options: Omit<ViewRegistryOptions, 'createSet'>) {
    this.ddp = ddp
    this.changeLog = options.changeLog
    this.#database = options.database
    this.#onUnlistedError = options.onUnlistedError ?? (() => {})
    this.views = new ViewRegistry({ ...options, createSet: () => ddp.resultSet() })
    this.changeLog.onEvery(entry => this.#guards.checkChange(entry))
  }

  /** Registers a method that records a score or a result: what it reads has the turns of writes at the database (decision 047). */
  recordingMethod<Input, Answer extends Ejson | object>(
    contract: MethodContract<Input, Answer>,
    handler: (call: Call<Input>) => Promise<Answer>,
  ): void {
    this.method(contract, call => runInContext({ ids: [], spans: [], ...currentRequest(), records: true }, () => handler(call)))
  }

  method<Input, Answer extends Ejson | object>(
    contract: MethodContract<Input, Answer>,
    handler: (call: Call<Input>) => Promise<Answer>,
  ): void {
    this.rates.set(contract.name, contract.terms.rates)
    this.contracts.set(contract.name, contract as MethodContract<unknown, unknown>)
    this.ddp.method(contract.name, (invocation, ...params) => {
      const input = parseArgument(contract.input, params)
      const committed = (entries: readonly ChangeLogEntry[]): Promise<void> => {
        // Others see the change with all that they may, the caller's own pages too.
        const applied = runInContext(withAllRights(), () => this.changeLog.publish(entries))
        const last = entries.reduce((max, { n }) => Math.max(max, n), 0)
        invocation.fence.wait(applied.then(() => this.views.waitUntilApplied(invocation.connection, last)))
        return applied
      }
      return handler({
        input,
        invocation,
        userId: invocation.userId,
        committed,
        commit: async write => committed(await this.#database.transaction(async tx => appendChanges(tx, await write(tx)))),
      }).catch(error => this.#checkError(contract, error))
    })
  }

  /** Registers a method whose arguments have no schema. Its handler gets them as they are, and checks them. */
  protocolMethod({ name, rates }: ProtocolMethod, handler: Method): void {
    this.rates.set(name, rates)
    this.ddp.method(name, handler)
  }

  /**
   * Adds a listener that is called with each committed change of a kind, in the order of the commits. Views follow changes by `query`
   * instead.
   */
  onChange<Body>(change: ChangeKind<Body>, listener: (body: Body, n: number) => void | Promise<void>): void {
    this.changeLog.on(change.kind, entry => listener(change.bodyOf(entry), entry.n))
  }

  /** Ends a subscription as soon as a change revokes its permission. See `AccessGuards.guard`. */
  guard(...[publishing, rules]: Parameters<AccessGuards['guard']>): ReturnType<AccessGuards['guard']> {
    return this.#guards.guard(publishing, rules)
  }

  /**
   * Declares what a feature contributes to a publication. Several features may contribute to the same publication; the query that was
   * declared first decides who may subscribe.
   */
  query<Input, Params, Source extends ViewSource = ViewSource>(
    contract: PublicationContract<Input>,
    definition: QueryDefinition<Input, Params, Source>,
  ): SharedQuery<Input, Params> {
    const query = this.sharedQuery(definition)
    this.#publish(contract, async (publishing, input) => {
      const params = await query.params(input, publishing)
      return params === null ? null : query.acquire(publishing, params)
    })
    return query
  }

  /** Returns a query for publications without a contract, as those that are part of DDP. */
  sharedQuery<Input, Params, Source extends ViewSource = ViewSource>(
    definition: QueryDefinition<Input, Params, Source>,
  ): SharedQuery<Input, Params> {
    return new SharedQuery(definition as unknown as QueryDefinition<Input, Params, ViewSource>, this.views)
  }

  /** Publishes documents that do not follow the change log. @param select returns those for the caller; it may throw a DdpError */
  publishDocuments<Input>(
    contract: PublicationContract<Input>,
    select: (input: Input, publishing: PublishContext) => PublishedDocuments | Promise<PublishedDocuments>,
  ): void {
    this.#publish(contract, async (publishing, input) => (await select(input, publishing)) as ResultSet)
  }

  /** Returns an empty set of documents for `publishDocuments`, or for a publication without a contract. */
  documents(): PublishedDocuments {
    return this.ddp.resultSet()
  }

  /** Passes an error on, and reports it if its code is not among those that the contract lists. */
  #checkError({ name, terms: { errors } }: MethodContract<unknown, unknown> | PublicationContract<unknown>, error: unknown): never {
    const isListed = !(error instanceof DdpError) || UNLISTED.has(error.error) || errors.some(each => isCallError(error, each))
    if (!isListed) this.#onUnlistedError(name, error)
    throw error
  }

  #publish<Input>(contract: PublicationContract<Input>, publisher: Publisher<Input>): void {
    const { name, input: schema } = contract
    const registered = this.#publishers.get(name)
    if (registered !== undefined) {
      registered.push(publisher as Publisher<unknown>)
      return
    }
    const publishers: Publisher<unknown>[] = [publisher as Publisher<unknown>]
    this.#publishers.set(name, publishers)
    this.contracts.set(name, contract as PublicationContract<unknown>)
    this.ddp.publish(
      name,
      async (publishing, ...params) => {
        const input = parseArgument(schema, params)
        const sets: ResultSet[] = []
        for (const each of publishers) {
          const set = await Promise.resolve(each(publishing, input)).catch(error => this.#checkError(contract, error))
          if (set !== null) sets.push(set)
        }
        for (const set of sets) publishing.attach(set)
        publishing.ready()
      },
      { heldVersions: true },
    )
  }
}

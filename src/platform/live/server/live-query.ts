import type { PublishContext } from '#ddp/server/subscription.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import type { ChangeKind, ChangeRule } from '#platform/db/change-log/define-change.ts'
import type { Db } from '#platform/db/database.ts'
import type { DocumentsByCollection, DocumentWriter } from './documents.ts'
import type { View, ViewSource } from './view.ts'

/** What a load gets to know, and may state besides its documents. */
export interface LoadContext {
  /** ms, by the server's clock */
  readonly now: number
  /**
   * Returns the ids of the documents that the view shows; null: this is its first load. A page of a list with `before` loads only these
   * again.
   */
  shown(collection: string): string[] | null
  /** States that a first load would give other documents: new subscribers then get a new view. */
  unshare(): void
  /** States that the view is one that many visitors see, such as a live event: it is counted for none of them. */
  keepRoom(): void
  /** States that changes with one of these keys concern what was loaded. Without any keys, changes with the view's own key do. */
  watchKeys(...keys: string[]): void
  /** Loads the view again at this time (ms) even if nothing has changed; null: not. */
  reloadAt(time: number | null): void
}

/** A rule that changes documents in place, in the change log's loop. `update` returns true if the view has to be loaded again as well. */
export interface UpdateRule<Source extends ViewSource = ViewSource> extends ChangeRule {
  /**
   * True if the update removes documents that some subscribers may no longer see. It then runs immediately and is exempt from
   * `ViewLimits.updateBudget`.
   */
  revokes: boolean
  /** True for a change that only adds something, which a list that every visitor sees may show a little later, with others that come meanwhile. */
  gathers(body: unknown): boolean
  update(source: Source, documents: DocumentWriter, body: unknown, n: number): boolean
}

/**
 * Returns a rule that changes documents in place instead of loading them again.
 * @param keys returns the keys of the views that the change concerns
 * @param update returns true if the view has to be loaded again as well
 * @param options.revokes true: the update removes what some subscribers may not see any more. All other updates have a budget for each change
 *   (`ViewLimits.updateBudget`); when it is used up, the remaining views are loaded again instead
 * @param options.gathers see `UpdateRule`
 */
export const updates = <Body, Source extends ViewSource = ViewSource>(
  change: ChangeKind<Body>,
  keys: (body: Body) => Iterable<string>,
  update: (source: Source, documents: DocumentWriter, body: Body, n: number) => unknown,
  { revokes = false, gathers = () => false }: { revokes?: boolean; gathers?: (body: Body) => boolean } = {},
): UpdateRule<Source> => ({
  ...change.touches(keys),
  revokes,
  gathers: body => gathers(body as Body),
  update: (source, documents, body, n) => update(source, documents, body as Body, n) === true,
})

interface QueryOptions<Input, Params> {
  /** The cache that holds the views. `maxIdle`: how many views that nobody uses are kept */
  cache: { name: string; maxIdle: number }
  /**
   * Checks permission, then turns the input into parameters of a view. Access that can be lost is guarded here (`live.guard`).
   * @returns the parameters of the view; null: this query publishes nothing to the caller
   * @throws DdpError
   */
  params(input: Input, publishing: PublishContext): Params | null | Promise<Params | null>
  /** Returns the key of a view, which is the same for parameters that give the same documents. Default: the parameters as JSON. */
  key?(params: Params): string
  /** Returns whether the view is one of the site's lists that every visitor sees: it is counted for none of them, and always opened. */
  standing?(params: Params): boolean
}

/** A query whose views are loaded from SQL again whenever a change concerns them. */
export interface LoadedQuery<Input, Params> extends QueryOptions<Input, Params> {
  /** Runs in one snapshot of the database. @throws DdpError when there is nothing to show (any more); it ends the subscriptions */
  load(tx: Db, params: Params, context: LoadContext): Promise<DocumentsByCollection>
  reloadOn: readonly (ChangeRule | UpdateRule)[]
}

/** A query whose views keep a state of their own. */
export interface StatefulQuery<Input, Params, Source extends ViewSource> extends QueryOptions<Input, Params> {
  open(params: Params, view: View): Source
  reloadOn?: readonly ChangeRule[]
  updateOn?: readonly UpdateRule<Source>[]
}

export type QueryDefinition<Input, Params, Source extends ViewSource> = LoadedQuery<Input, Params> | StatefulQuery<Input, Params, Source>

/** Makes the documents of one collection from rows. */
export const documentsById = <Row>(rows: readonly Row[], toEntry: (row: Row) => readonly [id: string, fields: object]) =>
  rows.map(row => toEntry(row) as readonly [string, Fields])

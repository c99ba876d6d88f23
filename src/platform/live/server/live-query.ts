import type { PublishContext } from '../../../ddp/server/subscription.ts'
import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { ChangeKind, ChangeRule } from '../../db/change-log/define-change.ts'
import type { Db } from '../../db/database.ts'
import type { DocumentsByCollection, DocumentWriter } from './documents.ts'
import type { View, ViewSource } from './view.ts'

/** What a load says besides its documents. */
export interface LoadContext {
  /** ms, by the server's clock */
  readonly now: number
  /** Ids of the documents that the view shows; null: this is its first load. A page of a list with `before` loads just these again. */
  shown(collection: string): string[] | null
  /** This is not what a first load would give: new readers are to get a view of their own. */
  unshare(): void
  /** Changes with one of these keys concern what was loaded. Without any, those with the view's own key do. */
  watch(...keys: string[]): void
  /** Loads it again at this time (ms) even if nothing has changed. */
  reloadAt(time: number | null): void
}

/** A rule that changes documents in place, in the log's loop. @returns from `update`: whether the view has to be loaded again as well */
export interface UpdateRule<Source extends ViewSource = ViewSource> extends ChangeRule {
  /** It takes back what some readers may not see any more: done at once, whatever it costs. */
  revokes: boolean
  update(source: Source, documents: DocumentWriter, body: unknown, n: number): boolean
}

/**
 * Changes documents in place instead of loading them again.
 * @param keys of the views that the change concerns
 * @param update answers true where the view has to be loaded again as well
 * @param revokes it takes back what some readers may not see any more. All other updates have a budget for each change (`UPDATE_BUDGET`): where
 *   that is used up, the remaining views are loaded again instead
 */
export const updates = <Body, Source extends ViewSource = ViewSource>(
  change: ChangeKind<Body>,
  keys: (body: Body) => Iterable<string>,
  update: (source: Source, documents: DocumentWriter, body: Body, n: number) => unknown,
  revokes = false,
): UpdateRule<Source> => ({
  ...change.touches(keys),
  revokes,
  update: (source, documents, body, n) => update(source, documents, body as Body, n) === true,
})

interface QueryOptions<Input, Params> {
  /** Views are shared under this name; `maxIdle`: how many are kept that nobody uses */
  cache: { name: string; maxIdle: number }
  /**
   * Checks permission, then resolves what was asked for. Access that can be lost is guarded here (`live.guard`).
   * @returns what is loaded; null: this query publishes nothing to the caller. @throws DdpError
   */
  params(input: Input, publishing: PublishContext): Params | null | Promise<Params | null>
  /** The same for the same documents; without it, the parameters as JSON. */
  key?(params: Params): string
}

/** A query that is loaded from SQL whenever a change touches it. */
export interface LoadedQuery<Input, Params> extends QueryOptions<Input, Params> {
  /** All in one snapshot of the database. @throws DdpError when there is nothing to show (any more): subscriptions end with it */
  load(tx: Db, params: Params, context: LoadContext): Promise<DocumentsByCollection>
  reloadOn: readonly (ChangeRule | UpdateRule)[]
}

/** A query that keeps a state of its own. */
export interface StatefulQuery<Input, Params, Source extends ViewSource> extends QueryOptions<Input, Params> {
  open(params: Params, view: View): Source
  reloadOn?: readonly ChangeRule[]
  updateOn?: readonly UpdateRule<Source>[]
}

export type QueryDefinition<Input, Params, Source extends ViewSource> = LoadedQuery<Input, Params> | StatefulQuery<Input, Params, Source>

/** Documents of one collection out of rows. */
export const documentsById = <Row>(rows: readonly Row[], toEntry: (row: Row) => readonly [id: string, fields: object]) =>
  rows.map(row => toEntry(row) as readonly [string, Fields])

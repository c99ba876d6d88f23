import type { ChangeLogEntry, ChangeLogRow, NewChange } from './write.ts'

/** Says which views a change of one kind concerns: `keys` returns the keys by which they are looked up. */
export interface ChangeRule {
  readonly kind: string
  keys(body: unknown): Iterable<string>
}

/** One kind of change in the log. `Body` is the type of what writers append and listeners get. */
export interface ChangeKind<Body> {
  readonly kind: string
  /** returns the id of the one thing that a change is about */
  subject(body: Body): string
  /** Makes a change, which `appendChanges` writes. */
  of(body: Body): NewChange
  /** Returns the body of a change; the caller knows that the change is of this kind. */
  bodyOf(change: NewChange): Body
  /** Makes a rule for a query's `reloadOn`. @param keys returns the keys of the views that the change concerns */
  touches(keys: (body: Body) => Iterable<string>): ChangeRule
}

/**
 * @param kind the name that is stored in the log. Entries that other versions of the program wrote have it too, so it never changes
 * @param subject returns the id of the one thing that a change is about
 */
export const defineChange = <Body>(kind: string, subject: (body: Body) => string = () => ''): ChangeKind<Body> => ({
  kind,
  subject,
  of: body => ({ kind, body }),
  bodyOf: change => change.body as Body,
  touches: keys => ({ kind, keys: body => keys(body as Body) }),
})

/**
 * A kind of row that holds several changes, which one statement has written. The row has the number of its last change; the others have
 * the numbers before it.
 */
export interface ChangeGroup<Body> {
  readonly kind: string
  /** Returns the changes of a row, in the order of their numbers. */
  toChanges(body: Body): NewChange[]
}

/** The changes of a row that holds several. */
export function toEntries<Body>({ toChanges }: ChangeGroup<Body>, row: ChangeLogRow<Body>): ChangeLogEntry[] {
  const first = row.n - row.changes + 1
  return toChanges(row.body).map((change, i) => ({ ...change, n: first + i, at: row.at, row }))
}

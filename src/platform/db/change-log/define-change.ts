import type { ChangeLogEntry, NewChange } from './write.ts'

/** Which views a change concerns: the keys that they are looked up by. */
export interface ChangeRule {
  readonly kind: string
  keys(body: unknown): Iterable<string>
}

/** One kind of change in the log, with the type of its body: what writers give and listeners get. */
export interface ChangeKind<Body> {
  readonly kind: string
  /** id of the one thing that a change is about */
  subject(body: Body): string
  /** A change to be written by `appendChanges`. */
  of(body: Body): NewChange
  /** The body of an entry that is known to be of this kind. */
  bodyOf(entry: ChangeLogEntry): Body
  /** For a query's `reloadOn`. @param keys of the views that the change concerns */
  touches(keys: (body: Body) => Iterable<string>): ChangeRule
}

/**
 * @param kind as it stands in the log: entries that other versions of the program wrote have it too, so it never changes
 * @param subject id of the one thing that a change is about
 */
export const defineChange = <Body>(kind: string, subject: (body: Body) => string = () => ''): ChangeKind<Body> => ({
  kind,
  subject,
  of: body => ({ kind, body }),
  bodyOf: entry => entry.body as Body,
  touches: keys => ({ kind, keys: body => keys(body as Body) }),
})

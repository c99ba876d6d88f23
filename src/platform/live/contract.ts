import type * as v from 'valibot'
import type { Fields } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { fieldRule, ruleOf } from '#platform/text/field-rules.ts'
import type { CallError } from './call-errors.ts'
import type { Rates } from './rates.ts'

export type Schema<T> = v.GenericSchema<unknown, T>

/**
 * Who may call a method or subscribe to a publication. Administrators may too, except where only the owner may. The value describes what
 * the handlers check: `docs/api.md` shows it, and `tests/interop/permissions.test.ts` compares it with what every kind of user gets from
 * everything.
 */
export type Access =
  | 'everybody'
  | 'signed in'
  | 'administrators'
  | 'administrators, or the owner of the group'
  | 'administrators, or players where they may invite'
  | 'moderators'
  | 'moderators, or the director of the event'
  | 'machine editors'
  | 'event directors, or who runs the group'
  | 'director of the event'
  | 'director of the event, but no co-director'
  | 'scorekeeper of the event'
  | 'the entrant, or scorekeeper of the event'
  | 'director of the event, or players of the game where they choose its machine'
  | 'players of the game, or scorekeeper of the event'
  | 'manager of the venue'
  | 'reporter of the venue'
  | 'owner or moderators'
  | 'owner, moderators or the director of the event'
  | 'all but the owner'
  | 'who runs the group'
  | 'who runs the season'
  | 'owner of the group'
  | 'who manages the webhooks'

/**
 * Who has access, and the errors besides 400 (bad argument), the 401 and 403 that follow from `access`, too-many-requests and 500. `example`
 * has members of an example for `docs/api.md`, which has the required ones in any case.
 */
export type Terms<Input = unknown> = {
  readonly access: Access
  readonly errors: readonly CallError[]
  readonly example?: Partial<NoInfer<Input>>
}

/** The terms of a method: also how often it may be called. */
export type MethodTerms<Input = unknown> = Terms<Input> & { readonly rates: Rates }

/**
 * A method as client and server share it: its argument and answer have types, and its errors are listed. The server checks the argument by
 * `input`, which the browser's scripts do not contain (scripts/contract-names.mjs).
 */
export interface MethodContract<Input, Answer> {
  readonly name: string
  readonly input: Schema<Input>
  readonly terms: MethodTerms<Input>
  /** never set; it exists only for its type */
  readonly answer?: Answer
}

/** Rows of a part of a list where a call names no `limit`. */
export const PART_ROWS = 50

/** By what rows are sorted: a field, `-` before its name meaning from the greatest on; or a question, those to which the answer is no first. */
export type SortKey = string | ((row: Fields) => boolean)

/**
 * How a list comes in parts, to those who read it by HTTP: `limit` says how many rows, and `before`, with the `_id` of a row, after which one
 * a part begins.
 */
export interface Parts<Input> {
  /** the collection whose documents are the rows */
  readonly rows: string
  /** Returns how the rows are sorted, by the fields of all documents with the row's id; null: this list does not go on. */
  order(input: Input): readonly SortKey[] | null
}

/** The parts of a list whose order is always the same. */
export const partsOf = (rows: string, ...keys: readonly SortKey[]): Parts<unknown> => ({ rows, order: () => keys })

/** The terms of a publication. `parts`: left out: it comes as a whole. */
export type PublicationTerms<Input = unknown> = Terms<Input> & { readonly parts?: Parts<NoInfer<Input>> }

export interface PublicationContract<Input> {
  readonly name: string
  readonly input: Schema<Input>
  readonly collections: readonly string[]
  readonly terms: PublicationTerms<Input>
}

export const defineMethod =
  <Answer>() =>
  <Input>(name: string, input: Schema<Input>, terms: MethodTerms<Input>): MethodContract<Input, Answer> => ({ name, input, terms })

/** A method of Meteor's protocol or of the mission, whose arguments no schema describes: its handler checks them. */
export interface ProtocolMethod {
  readonly name: string
  readonly rates: Rates
}

export const defineProtocolMethod = (name: string, rates: Rates): ProtocolMethod => ({ name, rates })

export const definePublication = <Input>(
  name: string,
  input: Schema<Input>,
  collections: readonly string[],
  terms: PublicationTerms<Input>,
): PublicationContract<Input> => ({ name, input, collections, terms })

/** What is wrong with a field of a call's argument. The `details` of an error 400 are a list of these (docs/api.md). */
export interface FieldProblem {
  /** of the field in the argument, such as `name` or `format.rounds` */
  readonly path: string
  /** what is wrong, in English, as the end of a sentence that begins with the path: `must be a number` */
  readonly message: string
  /** `code` tells programs which rule it is (platform/text/field-rules.ts), and the numbers of its words have names of their own */
  readonly [rule: string]: string | number
}

export const toFieldProblem = (path: string, message: string): FieldProblem => ({ path, message, ...ruleOf(message) })

/** Returns the error that `parseArgument` throws for one field, for rules that only the server can check. */
export const fieldError = (path: string, message: string): DdpError =>
  new DdpError(400, `${path} ${message}.`, [toFieldProblem(path, message)])

/** Returns the error for a `before` that names a row which never was in the list. */
export const unknownCursor = (): DdpError => fieldError('before', fieldRule('unknown-cursor', 'is not a row of this list'))

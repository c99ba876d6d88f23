import { type Insertable, type RawBuilder, sql } from 'kysely'
import type * as v from 'valibot'
import type { RecordField, RecordFields, RecordValues } from '#platform/live/record.ts'
import { epochMs } from './epoch-ms.ts'
import type { Tables } from './schema.ts'

/* The columns of a record (platform/live/record.ts): each field has one of its name, in snake case. */

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : ''

/** The fields that have a column. */
type Stored<Fields extends RecordFields> = {
  [Name in keyof Fields & string as Fields[Name] extends { elsewhere: true } ? never : Name]: Fields[Name]
}

/** The type of the values that an insert takes for the column of a field. */
type Inserted<Table extends keyof Tables, Name extends string> = Insertable<Tables[Table]>[SnakeCase<Name> &
  keyof Insertable<Tables[Table]>]

/** What keeps a field from being kept in the table; `unknown`: nothing. */
type Problem<Table extends keyof Tables, Field extends RecordField, Name extends string> =
  SnakeCase<Name> extends keyof Tables[Table]
    ? [Extract<v.InferOutput<Field['schema']>, Date>, Field] extends [Date, { time: true }] | [never, unknown]
      ? [Extract<v.InferOutput<Field['schema']>, readonly unknown[]>] extends [Extract<Inserted<Table, Name>, readonly unknown[]>]
        ? unknown
        : { 'is a list, and its column is not': Name }
      : { 'is not declared as a time': Name }
    : { 'has no column': Name }

/** Names the fields that cannot be kept in the table; then the record does not compile with it. */
type WithColumns<Table extends keyof Tables, Fields extends RecordFields> = {
  [Name in keyof Stored<Fields> & string]: Problem<Table, Fields[Name], Name>
}

/** The values of a record as a row has them: times are in ms. */
export type RecordRow<Fields extends RecordFields> = {
  [Name in keyof Fields]: Fields[Name] extends { time: true }
    ? number | Exclude<RecordValues<Fields>[Name], Date>
    : RecordValues<Fields>[Name]
}

/** Returns the column of a field. */
export const columnOf = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** The columns of the stored fields, as an insert takes them. */
type ColumnValues<Table extends keyof Tables, Fields extends RecordFields> = Pick<
  Insertable<Tables[Table]>,
  SnakeCase<keyof Stored<Fields> & string> & keyof Insertable<Tables[Table]>
>

export interface RecordColumns<Table extends keyof Tables, Fields extends RecordFields> {
  /** SQL: the columns under the names of their fields */
  readonly select: RawBuilder<RecordRow<Fields>>
  /** Returns the columns with the values of a row, to insert or to update. */
  values(row: RecordRow<Fields>): ColumnValues<Table, Fields>
  /** Returns the values of a row. */
  read(row: RecordRow<Fields>): RecordValues<Fields>
  /** Returns the values as a row has them. */
  toRow(values: RecordValues<Fields>): RecordRow<Fields>
}

const toTime = (ms: unknown): Date | null => (ms === null ? null : new Date(ms as number))
const toMs = (time: unknown): number | null => (time === null ? null : (time as Date).getTime())

/** Returns an object for the driver as the JSON of its column. A list stays: its column is one of texts or numbers. */
const toColumnValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value

/** @param alias of the table in the statements that select the columns */
export function recordColumns<Table extends keyof Tables, Fields extends RecordFields>(
  _table: Table,
  alias: string,
  fields: Fields & WithColumns<Table, Fields>,
): RecordColumns<Table, Fields> {
  const all = Object.entries(fields).map(([name, { time = false, elsewhere = false }]) => ({ name, time, elsewhere }))
  const stored = all.filter(({ elsewhere }) => !elsewhere).map(({ name, time }) => ({ name, time, column: columnOf(name) }))
  /** Returns the values of all fields, with the times changed. */
  const mapTimes = (values: { readonly [name: string]: unknown }, change: (time: unknown) => unknown): unknown =>
    Object.fromEntries(all.map(({ name, time }) => [name, time ? change(values[name]) : values[name]]))
  return {
    select: sql<RecordRow<Fields>>`${sql.join(
      stored.map(({ name, time, column }) => {
        const qualified = `${alias}.${column}`
        return sql<RecordRow<Fields>>`${time ? epochMs(qualified) : sql.ref(qualified)} AS ${sql.ref(name)}`
      }),
    )}`,
    read: row => mapTimes(row, toTime) as RecordValues<Fields>,
    toRow: values => mapTimes(values, toMs) as RecordRow<Fields>,
    values: row =>
      Object.fromEntries(
        stored.map(({ name, time, column }) => [column, time ? toTime(row[name]) : toColumnValue(row[name])]),
      ) as ColumnValues<Table, Fields>,
  }
}

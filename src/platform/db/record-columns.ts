import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { RecordFields, RecordValues } from '#platform/live/record.ts'
import { timestamp } from '#platform/live/schemas.ts'
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

/** Names the fields for which the table has no column; then the record does not compile with it. */
type WithColumns<Table extends keyof Tables, Fields extends RecordFields> = {
  [Name in keyof Stored<Fields> & string]: SnakeCase<Name> extends keyof Tables[Table] ? unknown : { 'has no column': Name }
}

/** The values of a record as a row has them: times are in ms. */
export type RecordRow<Fields extends RecordFields> = {
  [Name in keyof Fields]: RecordValues<Fields>[Name] extends Date ? number : RecordValues<Fields>[Name]
}

/** Returns the column of a field. */
export const columnOf = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
const storedNames = (fields: RecordFields): string[] => Object.keys(fields).filter(name => !fields[name]!.elsewhere)

/** Returns the values of all fields, with the times changed. */
const mapTimes = (fields: RecordFields, values: { readonly [name: string]: unknown }, change: (time: unknown) => unknown): unknown =>
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema === timestamp ? change(values[name]) : values[name]]))

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

/** @param alias of the table in the statements that select the columns */
export const recordColumns = <Table extends keyof Tables, Fields extends RecordFields>(
  _table: Table,
  alias: string,
  fields: Fields & WithColumns<Table, Fields>,
): RecordColumns<Table, Fields> => ({
  select: sql<RecordRow<Fields>>`${sql.join(
    storedNames(fields).map(name => {
      const column = `${alias}.${columnOf(name)}`
      return sql<RecordRow<Fields>>`${fields[name]!.schema === timestamp ? epochMs(column) : sql.ref(column)} AS ${sql.ref(name)}`
    }),
  )}`,
  read: row => mapTimes(fields, row, ms => new Date(ms as number)) as RecordValues<Fields>,
  toRow: values => mapTimes(fields, values, date => (date as Date).getTime()) as RecordRow<Fields>,
  values: row =>
    Object.fromEntries(
      storedNames(fields).map(name => {
        const value: unknown = row[name]
        if (fields[name]!.schema === timestamp) return [columnOf(name), new Date(value as number)]
        return [columnOf(name), typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value]
      }),
    ) as ColumnValues<Table, Fields>,
})

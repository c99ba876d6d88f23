import * as v from 'valibot'

/*
 * A record is what people fill in about a thing: an event, a machine, a group, a player. Its fields are declared once. From the declaration
 * follow the arguments of the calls that add and edit it, the type of its values, what documents and exports show, and its columns
 * (platform/db/record-columns.ts).
 */

/** One field of a record. */
export interface RecordField {
  readonly schema: v.GenericSchema<unknown, unknown>
  /** what holds where nothing was given; without it, a new record needs the field */
  readonly fallback?: unknown
  /** true: documents and exports leave it out where the fallback holds */
  readonly omitted?: true
  /** true: it is kept in another table than the record itself */
  readonly elsewhere?: true
  /** true: it is a point in time; the rows of the database give it in ms */
  readonly time?: true
}

export type RecordFields = Readonly<Record<string, RecordField>>

/** Declares a field that a new record needs. */
export const required = <Schema extends RecordField['schema']>(schema: Schema) => ({ schema })

/** The same for a field that is kept in another table. */
export const requiredElsewhere = <Schema extends RecordField['schema']>(schema: Schema) => ({ schema, elsewhere: true as const })

/** Declares a point in time that a new record needs. */
export const requiredTime = <Schema extends v.GenericSchema<unknown, Date>>(schema: Schema) => ({ schema, time: true as const })

/** Declares a field with a fallback. */
export const optional = <Schema extends RecordField['schema']>(schema: Schema, fallback: v.InferOutput<Schema>) => ({ schema, fallback })

/** Declares a field that documents and exports leave out where its fallback holds. */
export const chosen = <Schema extends RecordField['schema'], const Fallback extends v.InferOutput<Schema> | readonly unknown[]>(
  schema: Schema,
  fallback: Fallback,
) => ({ schema, fallback, omitted: true as const })

type Value<Field extends RecordField> = v.InferOutput<Field['schema']>

/** The values of all fields. */
export type RecordValues<Fields extends RecordFields> = { -readonly [Name in keyof Fields]: Value<Fields[Name]> }

/** What documents and exports show of a record. */
export type ShownFields<Fields extends RecordFields> = {
  -readonly [Name in keyof Fields as Fields[Name] extends { omitted: true } ? never : Name]: Value<Fields[Name]>
} & {
  -readonly [Name in keyof Fields as Fields[Name] extends { omitted: true } ? Name : never]?: Exclude<
    Value<Fields[Name]>,
    Fields[Name]['fallback']
  >
}

/** The members of the argument of a call that adds a record. */
type AddEntries<Fields extends RecordFields> = {
  -readonly [Name in keyof Fields]: 'fallback' extends keyof Fields[Name]
    ? v.OptionalSchema<Fields[Name]['schema'], undefined>
    : Fields[Name]['schema']
}
type EditEntries<Fields extends RecordFields> = { -readonly [Name in keyof Fields]: v.OptionalSchema<Fields[Name]['schema'], undefined> }

const mapEntries = (fields: RecordFields, map: (field: RecordField) => unknown): unknown =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field)]))

/** Returns the members of the argument of a call that adds a record. */
export const addEntries = <Fields extends RecordFields>(fields: Fields): AddEntries<Fields> =>
  mapEntries(fields, field => ('fallback' in field ? v.optional(field.schema) : field.schema)) as AddEntries<Fields>

/** Returns the members of the argument of a call that edits a record. All are optional, since a field that is left out stays as it is. */
export const editEntries = <Fields extends RecordFields>(fields: Fields): EditEntries<Fields> =>
  mapEntries(fields, ({ schema }) => v.optional(schema)) as EditEntries<Fields>

/** Returns the values of all fields: the given ones, otherwise those of before, otherwise the fallbacks. */
export function recordValues<Fields extends RecordFields>(
  fields: Fields,
  given: { [Name in keyof Fields]?: Value<Fields[Name]> | undefined },
  before: Partial<RecordValues<Fields>> = {},
): RecordValues<Fields> {
  const entries = Object.entries(fields).map(([name, { fallback }]) => {
    const { [name]: value = before[name] } = given
    return [name, value === undefined ? fallback : value]
  })
  return Object.fromEntries(entries) as RecordValues<Fields>
}

/** Returns whether a value is the fallback. Most values are no objects, and need not be written out to be compared. */
const isFallback = (value: unknown, fallback: unknown): boolean =>
  value === fallback || (typeof value === 'object' && value !== null && JSON.stringify(value) === JSON.stringify(fallback))

/** Returns what documents and exports show of a record. */
export const shownFields = <Fields extends RecordFields>(fields: Fields, values: RecordValues<Fields>): ShownFields<Fields> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, { omitted, fallback }]) => !(omitted && isFallback(values[name], fallback)))
      .map(([name]) => [name, values[name]]),
  ) as ShownFields<Fields>

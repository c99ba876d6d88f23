/** A value that a column of the type jsonb may hold. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject

export interface JsonObject {
  [field: string]: JsonValue
}

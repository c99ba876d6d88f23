import type { Ejson, Fields } from '../wire/ejson.ts'
import { addedText, changedText, removedText } from '../wire/encode.ts'
import { equal } from '../wire/equal.ts'
import { Frame } from './frame.ts'

export interface Difference {
  fields: Fields
  cleared: string[]
}

/** Returns the value of an own field: an inherited name such as `constructor` does not count (rule E6). */
export const field = (fields: Fields, key: string): Ejson => (Object.hasOwn(fields, key) ? fields[key] : undefined)

/** The difference that turns `before` into `after`, by top-level field; null if they are equal (rule B4). */
export function difference(before: Fields, after: Fields): Difference | null {
  if (before === after) return null
  const fields: Record<string, Ejson> = Object.create(null)
  const cleared: string[] = []
  let some = false
  for (const key of Object.keys(after)) {
    const known = field(before, key)
    if (key === '_id' || after[key] === undefined || (known !== undefined && equal(known, after[key]))) continue
    fields[key] = after[key]
    some = true
  }
  for (const key of Object.keys(before))
    if (key !== '_id' && before[key] !== undefined && field(after, key) === undefined) cleared.push(key)
  return some || cleared.length > 0 ? { fields, cleared } : null
}

/** The message that takes a client from `before` to `after` (null: the document does not exist); null if nothing differs. */
export function differenceFrame(collection: string, id: string, before: Fields | null, after: Fields | null): Frame | null {
  if (before === after) return null
  if (before === null) return after === null ? null : new Frame(() => addedText(collection, id, after))
  if (after === null) return new Frame(() => removedText(collection, id))
  const changes = difference(before, after)
  return changes === null ? null : new Frame(() => changedText(collection, id, changes.fields, changes.cleared))
}

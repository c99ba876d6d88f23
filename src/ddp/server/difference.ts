import type { Fields } from '../wire/ejson.ts'
import { addedText, changedText, removedText } from '../wire/encode.ts'
import { equal } from '../wire/equal.ts'
import { Frame } from './frame.ts'

export interface Difference {
  fields: Fields
  cleared: string[]
}

/** What `changed` has to say to turn `before` into `after`, by top-level field; null when they are equal (rule B4). */
export function difference(before: Fields, after: Fields): Difference | null {
  if (before === after) return null
  const fields: Record<string, Fields[string]> = {}
  const cleared: string[] = []
  let some = false
  for (const key of Object.keys(after)) {
    if (key === '_id' || after[key] === undefined || (before[key] !== undefined && equal(before[key], after[key]))) continue
    fields[key] = after[key]
    some = true
  }
  for (const key of Object.keys(before)) if (key !== '_id' && before[key] !== undefined && after[key] === undefined) cleared.push(key)
  return some || cleared.length > 0 ? { fields, cleared } : null
}

/** The one message that takes a reader from `before` to `after` (null: the document is not there); null when there is nothing to say. */
export function differenceFrame(collection: string, id: string, before: Fields | null, after: Fields | null): Frame | null {
  if (before === null) return after === null ? null : new Frame(() => addedText(collection, id, after))
  if (after === null) return new Frame(() => removedText(collection, id))
  const changes = difference(before, after)
  return changes === null ? null : new Frame(() => changedText(collection, id, changes.fields, changes.cleared))
}

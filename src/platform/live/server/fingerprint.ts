import { createHash } from 'node:crypto'
import { type RecordFields, type RecordValues, shownFields } from '../record.ts'

/** Returns the text by which a call that is sent again is told from another one that uses its id. */
export const fingerprintValues = (...values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64')

/**
 * The same for a call that adds a record. A chosen field counts only where its fallback does not hold, so that one that is added to the
 * declaration later changes no fingerprint of before.
 */
export const fingerprintRecord = <Fields extends RecordFields>(
  fields: Fields,
  values: RecordValues<Fields>,
  ...others: readonly unknown[]
): string => fingerprintValues(shownFields(fields, values), ...others)

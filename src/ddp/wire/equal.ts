import { type Ejson, ObjectId } from './ejson.ts'

/**
 * Deep equality as the merge box needs it (rule B4): NaN equals NaN, the order of keys does not matter, and an absent key equals undefined.
 */
export function equal(a: Ejson, b: Ejson): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Number.isNaN(a) && Number.isNaN(b)
  if (a instanceof Date)
    return b instanceof Date && (a.getTime() === b.getTime() || (Number.isNaN(a.getTime()) && Number.isNaN(b.getTime())))
  if (a instanceof ObjectId) return b instanceof ObjectId && a.hex === b.hex
  if (a instanceof RegExp) return b instanceof RegExp && String(a) === String(b)
  if (a instanceof Uint8Array) return b instanceof Uint8Array && a.length === b.length && a.every((byte, i) => byte === b[i])
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => equal(item, b[i]))
  if (Array.isArray(b) || b instanceof Date || b instanceof ObjectId || b instanceof RegExp || b instanceof Uint8Array) return false
  let unmatched = 0
  for (const key of Object.keys(a)) {
    if (a[key] === undefined) continue
    if (!Object.hasOwn(b, key) || !equal(a[key], b[key])) return false
    unmatched--
  }
  for (const key of Object.keys(b)) if (b[key] !== undefined) unmatched++
  return unmatched === 0
}

/** Extended JSON as DDP uses it (rules E1–E7): pure functions that convert values with dates and the like to plain JSON values and back. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
/** A value that a document field, a method's argument or its result may hold. */
export type Ejson =
  | null
  | undefined
  | boolean
  | number
  | string
  | Date
  | Uint8Array
  | RegExp
  | ObjectId
  | Ejson[]
  | { [key: string]: Ejson }
export type Fields = { readonly [key: string]: Ejson }

/** A Mongo object id: 24 lowercase hex digits. */
export class ObjectId {
  readonly hex: string
  constructor(hex: string) {
    if (!/^[0-9a-f]{24}$/.test(hex)) throw new TypeError('An object id is 24 lowercase hex digits')
    this.hex = hex
  }
}

export class EjsonError extends Error {}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function toBase64(bytes: Uint8Array): string {
  let out = ''
  for (let i = 0; i < bytes.length; i += 3) {
    const a = bytes[i]!
    const b = bytes[i + 1]
    const c = bytes[i + 2]
    out += BASE64[a >> 2]! + BASE64[((a & 3) << 4) | ((b ?? 0) >> 4)]!
    out += b === undefined ? '=' : BASE64[((b & 15) << 2) | ((c ?? 0) >> 6)]!
    out += c === undefined ? '=' : BASE64[c & 63]!
  }
  return out
}

function fromBase64(text: string): Uint8Array {
  let end = text.length
  while (end > 0 && text[end - 1] === '=') end--
  const body = text.slice(0, end)
  const bytes = new Uint8Array(Math.floor((body.length * 3) / 4))
  let bits = 0
  let held = 0
  let at = 0
  for (const char of body) {
    const value = BASE64.indexOf(char)
    if (value < 0) throw new EjsonError('Not base64')
    bits = ((bits << 6) | value) & 0xffffff
    held += 6
    if (held >= 8) {
      held -= 8
      bytes[at++] = (bits >> held) & 255
    }
  }
  return bytes
}

const isPlain = (value: object): value is { [key: string]: Ejson } => {
  const proto = Object.getPrototypeOf(value)
  return proto === Object.prototype || proto === null
}

/** True for an ordinary object that a reader would take for a special value; it must be sent inside `$escape`. */
function looksSpecial(keys: string[]): boolean {
  if (keys.length === 1) return keys[0] === '$date' || keys[0] === '$binary' || keys[0] === '$escape' || keys[0] === '$InfNaN'
  return (
    keys.length === 2 &&
    keys.every(key => key === '$type' || key === '$value' || key === '$regexp' || key === '$flags') &&
    (keys.includes('$type') ? keys.includes('$value') : keys.includes('$regexp') && keys.includes('$flags'))
  )
}

/** Sets an own property, so that `__proto__` is an ordinary key. */
function set(target: object, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  else (target as Record<string, unknown>)[key] = value
}

function encodeObject(value: { [key: string]: Ejson }, guarded: boolean): Json {
  const keys = Object.keys(value).filter(key => value[key] !== undefined)
  const out: { [key: string]: Json } = {}
  for (const key of keys) set(out, key, encode(value[key]))
  return guarded && looksSpecial(keys) ? { $escape: out } : out
}

/**
 * E1: converts a value to plain JSON. Undefined members are left out.
 * @throws EjsonError for functions, symbols, bigints and other classes
 */
export function encode(value: Ejson): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      if (Number.isFinite(value)) return value
      return { $InfNaN: Number.isNaN(value) ? 0 : value > 0 ? 1 : -1 }
    case 'undefined':
      return null
    case 'object':
      break
    default:
      throw new EjsonError(`A ${typeof value} cannot be sent`)
  }
  if (value === null) return null
  if (Array.isArray(value)) return value.map(encode)
  if (isPlain(value)) return encodeObject(value, true)
  if (value instanceof Date) {
    const time = value.getTime()
    return { $date: Number.isNaN(time) ? null : time }
  }
  if (value instanceof Uint8Array) return { $binary: toBase64(value) }
  if (value instanceof RegExp) return { $regexp: value.source, $flags: value.flags }
  if (value instanceof ObjectId) return { $type: 'oid', $value: value.hex }
  throw new EjsonError('Only plain values can be sent')
}

function decodeFlags(flags: Json): string {
  if (typeof flags !== 'string') throw new EjsonError('Regular expression flags are text')
  return [...new Set(flags.slice(0, 50).match(/[gimuy]/g) ?? [])].join('')
}

function decodeSpecial(value: { [key: string]: Json }, keys: string[]): Ejson {
  if (keys.length === 1) {
    const inner = value[keys[0]!]!
    switch (keys[0]) {
      case '$date':
        if (inner !== null && typeof inner !== 'number') throw new EjsonError('A date is milliseconds')
        return new Date(inner ?? Number.NaN)
      case '$binary':
        if (typeof inner !== 'string') throw new EjsonError('Binary is base64 text')
        return fromBase64(inner)
      case '$InfNaN':
        if (inner === 0) return Number.NaN
        if (inner === 1 || inner === -1) return inner * Number.POSITIVE_INFINITY
        throw new EjsonError('$InfNaN is 0, 1 or -1')
      case '$escape': {
        if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) throw new EjsonError('$escape holds an object')
        return decodeMembers(inner)
      }
    }
  }
  if (keys.length === 2 && '$regexp' in value && '$flags' in value) {
    if (typeof value.$regexp !== 'string') throw new EjsonError('A regular expression is text')
    try {
      return new RegExp(value.$regexp, decodeFlags(value.$flags!))
    } catch {
      throw new EjsonError('Not a regular expression')
    }
  }
  if (keys.length === 2 && '$type' in value && '$value' in value) {
    if (value.$type !== 'oid' || typeof value.$value !== 'string') throw new EjsonError('Unknown $type')
    try {
      return new ObjectId(value.$value)
    } catch {
      throw new EjsonError('Not an object id')
    }
  }
  return decodeMembers(value)
}

function decodeMembers(value: { [key: string]: Json }): Ejson {
  const out: { [key: string]: Ejson } = {}
  for (const key of Object.keys(value)) set(out, key, decode(value[key]!))
  return out
}

/**
 * E2: converts plain JSON to a value. The caller has checked the depth (rule F3), so recursion is safe.
 * @throws EjsonError for an unknown `$type` and for special values of the wrong shape
 */
export function decode(value: Json): Ejson {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(decode)
  const keys = Object.keys(value)
  if (keys.length > 0 && keys.length <= 2 && keys.every(key => key.startsWith('$'))) return decodeSpecial(value, keys)
  return decodeMembers(value)
}

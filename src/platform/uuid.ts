import { v7 } from 'uuid'

/** Returns a new UUIDv7, in lower case. */
export const uuidv7 = (): string => v7()

/** Returns when a UUIDv7 was made, in ms: its first 48 bits (RFC 9562, section 5.7). */
export const uuidv7Time = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

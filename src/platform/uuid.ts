import { v7 } from 'uuid'

/** Returns a new UUIDv7, in lower case. */
export const uuidv7 = (): string => v7()

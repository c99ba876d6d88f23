import { v7 } from 'uuid'

/** A new UUIDv7, in lower case. */
export const uuidv7 = (): string => v7()

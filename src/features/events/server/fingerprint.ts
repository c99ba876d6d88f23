import { createHash } from 'node:crypto'

/** By which a call that is sent again is told from another one that uses its id. */
export const fingerprintEvent = (values: unknown): string => createHash('sha256').update(JSON.stringify(values)).digest('base64')

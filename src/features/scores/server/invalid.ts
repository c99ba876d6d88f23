import { DdpError } from '../../../ddp/wire/error.ts'

/** A field that cannot be as it was given. */
export const invalid = (path: string, message: string): DdpError => new DdpError(400, `${path} ${message}.`, [{ path, message }])

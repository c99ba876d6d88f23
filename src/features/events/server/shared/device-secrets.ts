import { createHash } from 'node:crypto'

/** Of the token of a device link, and of the key of the device that has opened it, only hashes are stored. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** The code opens nothing but a device in the room, so a hash that could be guessed by trying all codes protects it well enough. */
export const hashKioskCode = (deviceId: string, code: string): string => hashSecret(`${deviceId} ${code}`)

import { hash } from 'node:crypto'

/**
 * Returns the id of one of the things that an import makes: always the same for the same import and name. It is a UUIDv7 (RFC 9562, section
 * 5.7) with the import's time, whose random bits are a hash.
 */
export function derivedId(importId: string, name: string): string {
  const digits = hash('sha256', `${importId} ${name}`)
  const variant = '89ab'[Number.parseInt(digits[3]!, 16) % 4]!
  return `${importId.slice(0, 14)}7${digits.slice(0, 3)}-${variant}${digits.slice(4, 7)}-${digits.slice(7, 19)}`
}

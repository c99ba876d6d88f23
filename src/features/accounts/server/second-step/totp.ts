import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { toLatinDigits } from '#platform/text/numbers.ts'
import { hashToken } from '#platform/tokens.ts'

/** Time-based one-time passwords (RFC 6238) with the parameters that every authenticator app knows, and codes for a lost device. */

const PERIOD_MS = 30_000
/** Codes of the period before and the one after are accepted too, because clocks differ and typing takes time (RFC 6238 §5.2). */
const WINDOW = 1
const RECOVERY_CODES = 10

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

const totp = (secret: string, names: { issuer: string; label: string } = { issuer: '', label: '' }): TOTP =>
  new TOTP({ ...names, algorithm: 'SHA1', digits: 6, period: PERIOD_MS / 1000, secret: Secret.fromBase32(secret) })

/** A colon ends the issuer where it stands before the label, so neither may have one, however it is encoded. */
const withoutColons = (name: string): string => name.replace(/\s*:\s*/g, ' ').trim()

/** Returns the address that authenticator apps read from a QR code (otpauth://, Google's "Key Uri Format"). */
export const totpAddress = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  totp(secret, { issuer: withoutColons(issuer), label: withoutColons(label) }).toString()

/**
 * Returns the period, counted from 1970, that a code is for; null if the code is wrong.
 * @param code six digits of any script; spaces are ignored
 * @param now ms since 1970
 */
export function totpStep(secret: string, code: string, now: number): number | null {
  const token = toLatinDigits(code).replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = totp(secret).validate({ token, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / PERIOD_MS) + delta
}

/** Letters and digits that are not taken for one another (Crockford's base 32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns ten recovery codes of 80 random bits, such as `7k3m-…`, in four groups of four. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(16), (byte, i) => `${i > 0 && i % 4 === 0 ? '-' : ''}${ALPHABET[byte % 32]}`).join(''),
  )

/** Returns the hash of a recovery code, by which it is stored. @param code as it was typed */
export const hashRecoveryCode = (code: string): string =>
  hashToken(toLatinDigits(code).toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1'))

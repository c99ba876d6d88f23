import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Ejson, Json } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { OLD_PASSWORD_FORMAT, type PasswordDigest } from '../contract/accounts.ts'

const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** Returns the SHA-256 digest of a password, as it is sent (mission §9). @throws DdpError 400 `Password may not be empty` */
export function hashPassword(password: string): PasswordDigest {
  if (password === '') throw new DdpError(400, m.accounts_password_empty())
  return { digest: sha256Hex(password), algorithm: 'sha-256' }
}

/** A password as it was typed. It is hashed in this module, so that only pages with a password field load the code for hashing. */
export class PlainPassword {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Returns the digest to send. @throws DdpError 400 `Password may not be empty` */
  toDigest(): { [key: string]: string } {
    return { ...hashPassword(this.text) }
  }

  /**
   * Returns the parameters of the one retry after a refused login to an account whose password still has the old format (wire reference
   * §2.6).
   * @param more further fields of the login
   * @throws the error itself when it is another error; DdpError 400 when it lacks what the retry needs
   */
  toOldFormatRetry(error: unknown, user: { [key: string]: string }, more: { [key: string]: string } = {}): Ejson[] {
    if (!(error instanceof DdpError) || error.error !== 400 || error.reason !== OLD_PASSWORD_FORMAT) throw error
    const identity = parseIdentity(error.details)
    if (identity === null) throw new DdpError(400, m.accounts_password_old())
    return [{ user, srp: sha256Hex(`${identity}:${this.text}`), password: this.toDigest(), ...more }]
  }
}

/** @param details a string that contains JSON */
function parseIdentity(details: Json | undefined): string | null {
  try {
    const { format, identity } = JSON.parse(String(details)) as { format?: unknown; identity?: unknown }
    return format === 'srp' && typeof identity === 'string' ? identity : null
  } catch {
    return null
  }
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const IV_LENGTH = 12
const TAG_LENGTH = 16

/** Encrypts secrets at rest, by AES-256-GCM with a key that is not in the database. */
export class SecretBox {
  readonly #key: () => Buffer

  /** @param key returns 32 bytes; called when something is encrypted or decrypted */
  constructor(key: () => Buffer) {
    this.#key = key
  }

  /** @param owner to whom the text belongs: it cannot be decrypted for another owner */
  encrypt(text: string, owner: string): Buffer {
    const iv = randomBytes(IV_LENGTH)
    const cipher = createCipheriv('aes-256-gcm', this.#key(), iv).setAAD(Buffer.from(owner))
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
  }

  /** @throws Error when it was encrypted with another key or for another owner, or was changed */
  decrypt(encrypted: Buffer, owner: string): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#key(), encrypted.subarray(0, IV_LENGTH), { authTagLength: TAG_LENGTH })
      .setAAD(Buffer.from(owner))
      .setAuthTag(encrypted.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH))
    return Buffer.concat([decipher.update(encrypted.subarray(IV_LENGTH + TAG_LENGTH)), decipher.final()]).toString('utf8')
  }

  /** As `decrypt`. @returns null where that throws */
  tryDecrypt(encrypted: Buffer, owner: string): string | null {
    try {
      return this.decrypt(encrypted, owner)
    } catch {
      return null
    }
  }
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const IV = 12
const TAG = 16

/** Encrypts secrets at rest, by AES-256-GCM with a key that is not in the database. */
export class SecretBox {
  readonly #key: () => Buffer

  /** @param key returns 32 bytes; called when something is encrypted or decrypted */
  constructor(key: () => Buffer) {
    this.#key = key
  }

  /** @param owner to whom the text belongs: it cannot be decrypted for another owner */
  close(text: string, owner: string): Buffer {
    const iv = randomBytes(IV)
    const cipher = createCipheriv('aes-256-gcm', this.#key(), iv).setAAD(Buffer.from(owner))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed])
  }

  /** @throws Error when it was encrypted with another key or for another owner, or was changed */
  open(sealed: Buffer, owner: string): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#key(), sealed.subarray(0, IV), { authTagLength: TAG })
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(IV, IV + TAG))
    return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]).toString('utf8')
  }
}

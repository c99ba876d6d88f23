import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const IV = 12
const TAG = 16

/** Secrets at rest, by AES-256-GCM under a key that is not in the database. */
export class SecretBox {
  readonly #key: () => Buffer

  /** @param key 32 bytes, asked for when something is sealed or opened */
  constructor(key: () => Buffer) {
    this.#key = key
  }

  /** @param owner whose it is: under another name it does not open */
  close(text: string, owner: string): Buffer {
    const iv = randomBytes(IV)
    const cipher = createCipheriv('aes-256-gcm', this.#key(), iv).setAAD(Buffer.from(owner))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed])
  }

  /** @throws Error when it was sealed under another key or for another owner, or was changed */
  open(sealed: Buffer, owner: string): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#key(), sealed.subarray(0, IV), { authTagLength: TAG })
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(IV, IV + TAG))
    return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]).toString('utf8')
  }
}

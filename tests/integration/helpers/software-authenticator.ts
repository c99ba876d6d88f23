import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyRegistration, PasskeySignIn, RegistrationOptions, SignInOptions } from '#accounts/contract/passkeys.ts'

/** What an authenticator or its browser does differently than it should. */
export interface Deviations {
  /** the page's address */
  origin?: string
  /** the site that the authenticator takes the page for */
  rpId?: string
  challenge?: string
  /** base64url */
  userHandle?: string
  /** false: it did not check who its user is */
  userVerified?: boolean
  /** false: nobody touched it */
  userPresent?: boolean
  /** the counter that it claims, instead of its own */
  counter?: number
  /** the page was in a frame of another site */
  crossOrigin?: boolean
  type?: string
  /** another key than the registered one signs */
  key?: KeyObject
  /** format and statement of the attestation, instead of none */
  attestation?: { format: string; statement: Map<string, unknown> }
}

interface Credential {
  id: string
  userHandle: string
  key: KeyObject
  rpId: string
  counter: number
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | Uint8Array): string => Buffer.from(data).toString('base64url')

/** A browser with an authenticator in software (WebAuthn level 2): it makes passkeys with P-256 keys, and signs in with them. */
export class SoftwareAuthenticator {
  readonly credentials: Credential[] = []
  readonly #origin: string
  /** what it adds to its counter at each use; 0: it does not count */
  readonly #step: number

  constructor(origin: string, { counts = true } = {}) {
    this.#origin = origin
    this.#step = counts ? 1 : 0
  }

  create(options: RegistrationOptions, deviations: Deviations = {}): PasskeyRegistration {
    const rpId = options.rp.id!
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(32)
    const credential: Credential = { id: base64url(id), userHandle: options.user.id, key: privateKey, rpId, counter: this.#step }
    this.credentials.push(credential)
    const { x, y } = publicKey.export({ format: 'jwk' })
    const coseKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
      ]),
    )
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const authData = Buffer.concat([this.#authData(credential, 0x40, deviations), Buffer.alloc(16), length, id, coseKey])
    const { format = 'none', statement = new Map() } = deviations.attestation ?? {}
    const attestationObject = isoCBOR.encode(
      new Map<string, never>([
        ['fmt', format as never],
        ['attStmt', statement as never],
        ['authData', new Uint8Array(authData) as never],
      ]),
    )
    const clientDataJSON = base64url(this.#clientData('webauthn.create', options.challenge, deviations))
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      response: { clientDataJSON, attestationObject: base64url(attestationObject), transports: ['internal', 'hybrid'] },
    }
  }

  /** @param credential default: the newest one */
  get(options: SignInOptions, deviations: Deviations = {}, credential: Credential = this.credentials.at(-1)!): PasskeySignIn {
    credential.counter += this.#step
    const authData = this.#authData(credential, 0, deviations)
    const clientData = this.#clientData('webauthn.get', options.challenge, deviations)
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), deviations.key ?? credential.key)
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle: deviations.userHandle ?? credential.userHandle,
      },
    }
  }

  /** An authenticator with copies of the same keys, whose counters go on from where these are. */
  copy(): SoftwareAuthenticator {
    const copy = new SoftwareAuthenticator(this.#origin, { counts: this.#step > 0 })
    for (const { key, ...rest } of this.credentials)
      copy.credentials.push({ ...rest, key: createPrivateKey({ key: key.export({ format: 'jwk' }), format: 'jwk' }) })
    return copy
  }

  #clientData(type: string, challenge: string, deviations: Deviations): Buffer {
    const { origin = this.#origin, crossOrigin = false } = deviations
    return Buffer.from(JSON.stringify({ type: deviations.type ?? type, challenge: deviations.challenge ?? challenge, origin, crossOrigin }))
  }

  #authData({ rpId, counter }: Credential, flags: number, deviations: Deviations): Buffer {
    const { userVerified = true, userPresent = true } = deviations
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(deviations.counter ?? counter)
    return Buffer.concat([
      sha256(deviations.rpId ?? rpId),
      Buffer.from([flags | (userPresent ? 0x01 : 0) | (userVerified ? 0x04 : 0)]),
      counted,
    ])
  }
}

import { createHash } from 'node:crypto'
import type { PasskeyRegistration, PasskeySignIn, RegistrationOptions, SignInOptions } from '#accounts/contract/passkeys.ts'
import { CHALLENGE_LIFETIME } from './challenges.ts'
import type { StoredPasskey } from './store.ts'

/** What the WebAuthn library does for us, with the parameters that this site uses. The library is loaded when it is first needed. */

const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** EdDSA, ECDSA with P-256 and RSA (COSE): every authenticator knows one of them. */
const ALGORITHMS = [-8, -7, -257]
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

/** The site as WebAuthn sees it: passkeys belong to its host name and are used on pages of its origin. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * @param address of the site
 * @returns null where browsers offer no passkeys: without TLS, except on the own machine, and where the host is an IP address
 */
export function relyingParty(address: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(address)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isNumeric = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  return (protocol === 'https:' || isLocal) && !isNumeric ? { id: hostname, origin } : null
}

/** The id by which authenticators know a user. It says nothing about the user to who reads it there. */
export const userHandle = (userId: string): Buffer => createHash('sha256').update(userId).digest()

export async function registrationOptions(
  site: RelyingParty,
  user: { id: string; username: string; displayName: string },
  passkeys: readonly { id: string; transports: string[] }[],
): Promise<RegistrationOptions> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: site.id,
    rpID: site.id,
    userID: new Uint8Array(userHandle(user.id)),
    userName: user.username,
    userDisplayName: user.displayName,
    timeout: CHALLENGE_LIFETIME,
    attestationType: 'none',
    excludeCredentials: [...passkeys],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

export async function signInOptions(site: RelyingParty): Promise<SignInOptions> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({ rpID: site.id, timeout: CHALLENGE_LIFETIME, userVerification: 'required' })
}

export interface Registered {
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: string[]
  backedUp: boolean
}

/** @throws Error that says what is wrong with the response */
export async function verifyRegistration(
  { response, ...credential }: PasskeyRegistration,
  challenge: string,
  site: RelyingParty,
): Promise<Registered> {
  const { verifyRegistrationResponse } = await library()
  const { decodeAttestationObject, isoBase64URL } = await helpers()
  // A certificate would make the library fetch the addresses that it names. Without attestation, browsers send none.
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const selfSigned = attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  if (attestation.get('fmt') !== 'none' && !selfSigned) throw new Error('the attestation has a certificate, which was not asked for')
  await refuseFrames(response.clientDataJSON)
  const transports = (response.transports ?? []).filter(transport => TRANSPORTS.includes(transport))
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, response: { ...response, transports }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!verified) throw new Error('the signature of the attestation is wrong')
  const { credential: made, credentialBackedUp } = registrationInfo
  if (made.id !== credential.id) throw new Error('the credential has another id')
  return { credentialId: made.id, publicKey: made.publicKey, counter: made.counter, transports, backedUp: credentialBackedUp }
}

/**
 * Verifies everything but the counter, whose last value the caller knows.
 * @throws Error that says what is wrong with the response
 */
export async function verifySignIn(
  { response, ...credential }: PasskeySignIn,
  challenge: string,
  site: RelyingParty,
  { userId, publicKey }: StoredPasskey,
): Promise<{ counter: number; backedUp: boolean }> {
  const { verifyAuthenticationResponse } = await library()
  if (response.userHandle !== userHandle(userId).toString('base64url')) throw new Error('the user is another one')
  await refuseFrames(response.clientDataJSON)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: { id: credential.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    requireUserVerification: true,
  })
  if (!verified) throw new Error('the signature is wrong')
  return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
}

/** Our pages are in no frame of another site, where a user may not see what is confirmed. @throws Error */
async function refuseFrames(clientDataJSON: string): Promise<void> {
  const { decodeClientDataJSON } = await helpers()
  if (decodeClientDataJSON(clientDataJSON).crossOrigin === true) throw new Error('the page was in a frame of another site')
}

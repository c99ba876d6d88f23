import type { SecretBox } from '#platform/storage/secret-box.ts'
import { isDiscordAddress } from '../rules/discord-address.ts'

/** A secret that was replaced, which signs until `until` (ms) beside the new one. */
interface FormerSecret {
  secret: string
  until: number
}

/** What of a hook is secret. */
export interface HookSecrets {
  address: string
  /** null: its messages are not signed, since Discord checks no signature */
  secret: string | null
  /** the newest last; left out: it was never replaced */
  former?: readonly FormerSecret[]
  /** the id of the call that has made the secret; left out: it is the first one */
  rotation?: string
}

/** ms for which a secret that was replaced still signs, so that its receivers can be changed one after the other */
const OVERLAP = 24 * 3_600_000
/** Secrets that sign beside the new one at most. */
const MAX_FORMER = 3

/** Replaces the secret of a hook. @param rotation the id of the call @param now ms */
export const rotateSecret = (
  { address, secret, former = [] }: HookSecrets & { secret: string },
  made: { secret: string; rotation: string },
  now: number,
): HookSecrets => ({ address, ...made, former: [...former, { secret, until: now + OVERLAP }].slice(-MAX_FORMER) })

/** The secrets that sign a message, the newest first. @param now ms */
export const signingSecrets = ({ secret, former = [] }: HookSecrets, now: number): string[] =>
  secret === null ? [] : [secret, ...former.filter(({ until }) => now < until).map(each => each.secret)]

/** How much of an address may be shown besides its host. */
const SHOWN_CHARACTERS = 4

/** For whom it is encrypted: that of one hook is of no use in the row of another. */
const ownerOf = (webhookId: string): string => `webhook:${webhookId}`

export const seal = (box: SecretBox, webhookId: string, secrets: HookSecrets): Buffer =>
  box.encrypt(JSON.stringify(secrets), ownerOf(webhookId))

/** @returns null: it cannot be decrypted, as after the keys of the site were lost */
export function unseal(box: SecretBox, webhookId: string, sealed: Buffer): HookSecrets | null {
  const opened = box.tryDecrypt(sealed, ownerOf(webhookId))
  return opened === null ? null : (JSON.parse(opened) as HookSecrets)
}

/** Returns what may be shown of an address. */
export const describeAddress = (address: string): { host: string; ending: string; discord: boolean } => ({
  host: new URL(address).host,
  ending: address.slice(-SHOWN_CHARACTERS),
  discord: isDiscordAddress(address),
})

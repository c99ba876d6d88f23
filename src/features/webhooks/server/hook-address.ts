import type { SecretBox } from '#platform/storage/secret-box.ts'
import { isDiscordAddress } from '../rules/discord-address.ts'

/** What of a hook is secret. @property secret null: its messages are not signed, since Discord checks no signature */
export interface HookSecrets {
  address: string
  secret: string | null
}

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

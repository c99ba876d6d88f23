/** A webhook at Discord: who knows both may post to its channel. */
export interface DiscordWebhook {
  id: string
  token: string
}

/** The address of a webhook as Discord shows it. Any other could lead into the operator's own network. */
export const DISCORD_WEBHOOK = /^https:\/\/(?:discord|discordapp)\.com\/api\/webhooks\/(\d{5,20})\/([\w-]{20,100})$/

/** Reads the address of a webhook. @returns null: it is none */
export function parseDiscordWebhook(address: string): DiscordWebhook | null {
  const found = DISCORD_WEBHOOK.exec(address)
  return found === null ? null : { id: found[1]!, token: found[2]! }
}

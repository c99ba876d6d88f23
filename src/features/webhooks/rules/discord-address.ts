import { DISCORD_WEBHOOK } from '#groups/rules.ts'

/** True for the address of a webhook at Discord. */
export const isDiscordAddress = (address: string): boolean => DISCORD_WEBHOOK.test(address)

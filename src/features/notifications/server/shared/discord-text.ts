import * as m from '#messages'
import { withoutControls } from '#platform/text/without-controls.ts'

/** Maximum characters of the text of an embed (Discord: "Embed limits"). */
const MAX_LENGTH = 4096
/** More players than these of one group are not named: a round may be one group of hundreds. */
const MAX_NAMED = 40

/** A message as a webhook at Discord takes it (Discord: "Execute Webhook"). */
export interface DiscordMessage {
  content: string
  embeds: { description: string }[]
  allowed_mentions: { parse: never[] }
}

/** Joins lines as far as they fit, and says how many are left out. */
export function fitLines(lines: readonly string[]): string {
  const left = (shown: number): string => (shown === lines.length ? '' : `\n${m.notifications_discord_more({ n: lines.length - shown })}`)
  let shown = lines.length
  const text = (): string => `${lines.slice(0, shown).join('\n')}${left(shown)}`
  while (shown > 0 && text().length > MAX_LENGTH) shown--
  return text().trim()
}

/** "Ann, Bo, Cy". */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map(escapeMarkdown)
  if (names.length > MAX_NAMED) shown.push('…')
  return shown.length === 0 ? '' : shown.reduce((all, next) => m.events_list_more({ all, next }))
}

/** Discord shows a sign after a backslash as it is, so that no name is a heading, a link, an emoji or a mention. */
export const escapeMarkdown = (text: string): string =>
  withoutControls(text)
    .replace(/\s+/g, ' ')
    .replace(/[!-/:-@[-`{-~]/g, '\\$&')

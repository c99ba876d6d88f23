import type { RoundCall } from '#events/server/shared/round-call.ts'
import * as m from '#messages'
import type { Locale } from '#platform/text/locales.ts'
import { withoutControls } from '#platform/text/without-controls.ts'
import { inLocale } from '#platform/ui/format/locale.ts'

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

/**
 * Writes a round: who plays where. The list of groups is an embed, since that has room for more text than the message itself, which phones
 * show in their notification. Nobody is mentioned, whatever a name contains.
 * @param url of the event's page
 */
export const writeRound = ({ event, round, groups, byes }: RoundCall, url: string, locale: Locale): DiscordMessage =>
  inLocale(locale, () => {
    const lines = groups.map(({ machines, players }) => {
      const heading = machines.length === 0 ? '' : `**${listed([...new Set(machines)])}**: `
      return `${heading}${listed(players)}`
    })
    if (byes.length > 0) lines.push(`**${m.ui_byes()}**: ${listed(byes)}`)
    return {
      content: `**${escapeMarkdown(event)}: ${m.events_round({ n: round })}**\n<${url}>`,
      embeds: [{ description: fitLines(lines) }],
      allowed_mentions: { parse: [] },
    }
  })

/** Joins lines as far as they fit, and says how many are left out. */
function fitLines(lines: readonly string[]): string {
  const left = (shown: number): string => (shown === lines.length ? '' : `\n${m.notifications_discord_more({ n: lines.length - shown })}`)
  let shown = lines.length
  const text = (): string => `${lines.slice(0, shown).join('\n')}${left(shown)}`
  while (shown > 0 && text().length > MAX_LENGTH) shown--
  return text().trim()
}

/** "Ann, Bo, Cy". */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map(escapeMarkdown)
  if (names.length > MAX_NAMED) shown.push('…')
  return shown.length === 0 ? '' : shown.reduce((all, next) => m.events_list_more({ all, next }))
}

/** Discord shows a sign after a backslash as it is, so that no name is a heading, a link, an emoji or a mention. */
const escapeMarkdown = (text: string): string =>
  withoutControls(text)
    .replace(/\s+/g, ' ')
    .replace(/[!-/:-@[-`{-~]/g, '\\$&')

import type { RoundCall } from '#events/server/shared/round-call.ts'
import * as m from '#messages'
import type { Locale } from '#platform/text/locales.ts'
import { inLocale } from '#platform/ui/format/locale.ts'
import { type DiscordMessage, escapeMarkdown, fitLines, listed } from './shared/discord-text.ts'

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

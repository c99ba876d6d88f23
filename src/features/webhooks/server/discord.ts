import * as m from '#messages'
import { type DiscordMessage, escapeMarkdown, fitLines, listed } from '#notifications/server/shared/discord-text.ts'
import type { Locale } from '#platform/text/locales.ts'
import { inLocale } from '#platform/ui/format/locale.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { type EventType, TEST_TYPE } from '../rules/event-types.ts'

interface Named {
  name: string
}

interface Linked extends Named {
  url: string
}

/** The bodies of the messages, by their type, as far as Discord shows them. */
interface Bodies {
  score: {
    action?: 'voided' | 'restored'
    score: { value: number; strokes?: number; status: string; url: string }
    machine: Linked
    player: Named
    event?: Named
  }
  event: { event: Linked }
  round: { event: Linked; round: { number: number; url: string }; groups: { machines: Named[]; players: Named[] }[]; byes: Named[] }
  result: {
    event: Linked
    round: { number: number; url: string }
    games: { machine: Named | null; places: { place: number; player: Named; score?: number }[] }[]
  }
  resultVoided: { event: Linked; round: { number: number; url: string } }
  playerMerged: { event: Linked; into: Partial<Named> }
  machineMerged: { into: { id: string; name?: string; url: string } }
  test: { webhook: Named; url: string }
}

type AnyType = EventType | typeof TEST_TYPE

/** Writes a message as a webhook at Discord takes it. @param body as other receivers get it */
export const writeDiscordMessage = (type: string, body: string, locale: Locale): DiscordMessage =>
  inLocale(locale, () => {
    const { data } = JSON.parse(body) as { data: unknown }
    const { title, url, lines } = describe(type as AnyType, data)
    const description = fitLines(lines)
    return {
      content: `**${title}**\n<${url}>`,
      embeds: description === '' ? [] : [{ description }],
      allowed_mentions: { parse: [] },
    }
  })

interface Described {
  title: string
  url: string
  lines: string[]
}

function describe(type: AnyType, data: unknown): Described {
  switch (type) {
    case 'score.submitted':
    case 'score.record':
    case 'score.moderated':
    case 'score.corrected':
    case 'score.removed':
      return describeScore(type, data as Bodies['score'])
    case 'event.started':
    case 'event.finished': {
      const { event } = data as Bodies['event']
      const name = escapeMarkdown(event.name)
      return {
        title: type === 'event.started' ? m.webhooks_says_started({ name }) : m.webhooks_says_finished({ name }),
        url: event.url,
        lines: [],
      }
    }
    case 'round.drawn': {
      const { event, round, groups, byes } = data as Bodies['round']
      const lines = groups.map(({ machines, players }) => {
        const heading = machines.length === 0 ? '' : `**${listed([...new Set(namesOf(machines))])}**: `
        return `${heading}${listed(namesOf(players))}`
      })
      if (byes.length > 0) lines.push(`**${m.ui_byes()}**: ${listed(namesOf(byes))}`)
      return { title: `${escapeMarkdown(event.name)}: ${m.events_round({ n: round.number })}`, url: round.url, lines }
    }
    case 'result.confirmed': {
      const { event, round, games } = data as Bodies['result']
      const lines = games.flatMap(({ machine, places }) => [
        ...(machine === null ? [] : [`**${escapeMarkdown(machine.name)}**`]),
        ...places.map(
          ({ place, player, score }) =>
            `${place}\\. ${escapeMarkdown(player.name)}${score === undefined ? '' : ` · ${plainNumber(score)}`}`,
        ),
      ])
      return { title: `${escapeMarkdown(event.name)}: ${m.webhooks_says_result({ n: round.number })}`, url: round.url, lines }
    }
    case 'result.voided': {
      const { event, round } = data as Bodies['resultVoided']
      return {
        title: `${escapeMarkdown(event.name)}: ${m.webhooks_says_result_voided({ n: round.number })}`,
        url: round.url,
        lines: [],
      }
    }
    case 'player.merged': {
      const { event, into } = data as Bodies['playerMerged']
      const lines = into.name === undefined ? [] : [escapeMarkdown(into.name)]
      return { title: `${escapeMarkdown(event.name)}: ${m.webhooks_says_player_merged()}`, url: event.url, lines }
    }
    case 'machine.merged': {
      const { into } = data as Bodies['machineMerged']
      return { title: m.webhooks_says_machine_merged({ machine: escapeMarkdown(into.name ?? into.id) }), url: into.url, lines: [] }
    }
    case TEST_TYPE: {
      const { webhook, url } = data as Bodies['test']
      return { title: m.webhooks_says_test({ name: escapeMarkdown(webhook.name) }), url, lines: [] }
    }
  }
}

const namesOf = (named: readonly Named[]): string[] => named.map(({ name }) => name)

function describeScore(type: Extract<EventType, `score.${string}`>, { action, score, machine, player, event }: Bodies['score']): Described {
  const texts = { player: escapeMarkdown(player.name), machine: escapeMarkdown(machine.name), value: plainNumber(score.value) }
  const lines = event === undefined ? [] : [escapeMarkdown(event.name)]
  const of = (title: string): Described => ({ title, url: score.url, lines })
  if (type === 'score.record') return of(m.webhooks_says_record(texts))
  if (type === 'score.submitted') return of(m.webhooks_says_score(texts))
  if (type === 'score.corrected') return of(m.webhooks_says_corrected(texts))
  if (type === 'score.removed') return of(m.webhooks_says_removed(texts))
  if (action !== undefined) return of(action === 'voided' ? m.webhooks_says_voided(texts) : m.webhooks_says_restored(texts))
  return of(score.status === 'rejected' ? m.webhooks_says_rejected(texts) : m.webhooks_says_verified(texts))
}

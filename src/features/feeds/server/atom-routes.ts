import type { HttpBindings } from '@hono/node-server'
import { etag } from 'hono/etag'
import { sql } from 'kysely'
import * as v from 'valibot'
import { DdpError } from '#ddp/wire/error.ts'
import type { EventsApi } from '#events/server/api.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import * as m from '#messages'
import type { FeatureContext } from '#platform/feature-context.ts'
import { id } from '#platform/live/schemas.ts'
import { negotiateLocale } from '#platform/render/negotiate-locale.ts'
import { isLocale } from '#platform/text/locales.ts'
import { titleWithSiteName } from '#platform/text/site-name.ts'
import { inLocale } from '#platform/ui/format/locale.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import type { PlayersApi } from '#players/server/api.ts'
import type { ScoreRecord, ScoresApi } from '#scores/server/api.ts'
import { atom } from './atom.ts'

export interface FeedDependencies {
  scores: ScoresApi
  events: EventsApi
  machines: MachinesApi
  players: PlayersApi
}

const ENTRIES = 50
const HEADERS = {
  'content-type': 'application/atom+xml; charset=utf-8',
  'cache-control': 'public, max-age=60',
  'x-robots-tag': 'noindex',
}

/** The scores of a feed, and the page that shows them. */
interface Subject {
  filter: Parameters<ScoresApi['latest']>[0]
  /** null: the title of all scores, which is in the reader's language */
  title: string | null
  /** path on this site */
  page: string
}

const noFeed = (): DdpError => new DdpError(404, 'There is no such feed.')

/**
 * `GET /feed.atom`, with no or one parameter of `machine`, `event` and `player`: the latest scores that everybody may see, in the language of
 * the parameter `lang` or else of the request.
 */
export function serveFeed(
  { http, renderQueue, database, address, settings, logo }: FeatureContext,
  { scores, events, machines, players }: FeedDependencies,
): void {
  const subjects: Record<string, (value: string) => Promise<Subject>> = {
    async machine(value) {
      const machine = v.is(id, value) ? await machines.resolveMerged(value) : null
      if (machine === null) throw noFeed()
      return { filter: { machineId: machine.machineId }, title: `${machine.name} · Skillshot`, page: `/machines/${machine.machineId}` }
    },
    async event(value) {
      if (!v.is(id, value)) throw noFeed()
      await events.assertVisible(value, null)
      const { rows } = await sql<{ name: string }>`SELECT name FROM event_cards WHERE id = ${value}`.execute(database.db)
      return { filter: { eventId: value }, title: `${rows[0]!.name} · Skillshot`, page: `/events/${value}` }
    },
    async player(value) {
      const userId = await players.userIdByName(value)
      return { filter: { userId }, title: `${value} · Skillshot`, page: `/players/${encodeURIComponent(value)}` }
    },
  }
  const all: Subject = { filter: {}, title: null, page: '/' }

  http.get('/feed.atom', renderQueue, etag(), async context => {
    try {
      const requested = Object.entries(context.req.query()).filter(([name]) => Object.hasOwn(subjects, name))
      if (requested.length > 1) throw noFeed()
      const [[name, value] = ['', '']] = requested
      const { filter, title, page } = name === '' ? all : await subjects[name]!(value)
      const latest = await scores.latest(filter, ENTRIES)
      const site = address()
      const siteName = settings.current().name
      const icon = logo.path('192')
      const lang = context.req.query('lang')
      const isGiven = lang !== undefined && isLocale(lang)
      const locale = isGiven ? lang : negotiateLocale((context.env as HttpBindings).incoming.headers)
      const query = new URLSearchParams()
      if (name !== '') query.set(name, value)
      if (isGiven) query.set('lang', lang)
      const self = `${site}/feed.atom${query.size === 0 ? '' : `?${query}`}`
      const body = inLocale(locale, () =>
        atom({
          lang: locale,
          siteName,
          icon: icon === null ? null : site + icon,
          title: titleWithSiteName(title ?? `${m.ui_latest_scores()} · Skillshot`, siteName),
          self,
          page: site + page,
          entries: latest.map(score => toEntry(score, site)),
        }),
      )
      return context.body(body, 200, { ...HEADERS, ...(isGiven ? {} : { vary: 'Accept-Language, Cookie' }) })
    } catch (error) {
      if (!(error instanceof DdpError) || error.error !== 404) throw error
      return context.text('There is no such feed.\n', 404, { 'cache-control': 'no-store' })
    }
  })
}

const toEntry = ({ id, value, machineName, displayName, username, createdAt, comment }: ScoreRecord, site: string) => ({
  url: `${site}/scores/${id}`,
  title: m.scores_feed_entry({ name: displayName, value: plainNumber(value), machine: machineName }),
  at: createdAt,
  author: { name: displayName, url: username === '' ? null : `${site}/players/${encodeURIComponent(username)}` },
  text: comment,
})

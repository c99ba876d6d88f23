import * as m from '#messages'
import type { PictureSize } from '#uploads/contract.ts'
import { venuePath } from '#venues/ui/venue-path.ts'
import type { SearchResults } from '../contract.ts'

export interface ResultRow {
  href: string
  name: string
  /** distinguishes it from others of the same name; may be empty */
  detail: string
  /** what is shown before the name */
  icon: { as: 'machine'; type: 'em' | 'ss' | 'me'; year?: number } | { as: 'face'; picture?: PictureSize | undefined } | { as: 'event' }
}

export interface Section {
  title: string
  /** number of rows offset it */
  offset: number
  rows: ResultRow[]
}

/** Divides the results into sections, one for each kind that has any. */
export function resultSections({ machines, players, events, groups, venues = [] }: SearchResults): Section[] {
  const kinds: [title: string, rows: ResultRow[]][] = [
    [
      m.ui_machines(),
      machines.map(({ machineId, name, manufacturer, year, type }) => ({
        href: `/machines/${machineId}`,
        name,
        detail: year === null ? manufacturer : m.ui_maker_year({ manufacturer, year }),
        icon: { as: 'machine', type, ...(year === null ? {} : { year }) },
      })),
    ],
    [
      m.ui_players(),
      players.map(({ username, displayName, avatar }) => ({
        href: `/players/${encodeURIComponent(username)}`,
        name: displayName,
        detail: username === displayName ? '' : username,
        icon: { as: 'face', picture: avatar },
      })),
    ],
    [
      m.ui_events(),
      events.map(({ eventId, name, state }) => ({
        href: `/events/${eventId}`,
        name,
        detail: m.search_event_state({ state }),
        icon: { as: 'event' },
      })),
    ],
    [
      m.ui_groups(),
      groups.map(({ groupId, name, visibility, memberCount: count }) => ({
        href: `/groups/${groupId}`,
        name,
        detail: visibility === 'private' ? m.search_members_private({ count, n: count }) : m.ui_count_members({ count, n: count }),
        icon: { as: 'face' },
      })),
    ],
    [m.ui_venues(), venues.map(({ slug, name, place }) => ({ href: venuePath(slug), name, detail: place, icon: { as: 'face' } }))],
  ]
  let offset = 0
  return kinds.flatMap(([title, rows]) => {
    const section = { title, rows, offset: offset }
    offset += rows.length
    return rows.length === 0 ? [] : [section]
  })
}

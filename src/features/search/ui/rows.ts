import type { PictureSize } from '../../uploads/contract.ts'
import type { Found } from '../contract.ts'

export interface Row {
  href: string
  name: string
  /** what tells it from others of its name; may be empty */
  detail: string
  /** what leads it */
  sign: { as: 'machine'; type: 'em' | 'ss' | 'me'; year?: number } | { as: 'face'; picture?: PictureSize | undefined } | { as: 'event' }
}

export interface Section {
  title: string
  /** how many rows are above it */
  above: number
  rows: Row[]
}

const memberCount = (count: number): string => (count === 1 ? '1 member' : `${count} members`)

/** What was found, a section for each kind of which there is something. */
export function sectionsOf({ machines, players, events, groups }: Found): Section[] {
  const kinds: [title: string, rows: Row[]][] = [
    [
      'Machines',
      machines.map(({ machineId, name, manufacturer, year, type }) => ({
        href: `/machines/${machineId}`,
        name,
        detail: year === null ? manufacturer : `${manufacturer}, ${year}`,
        sign: { as: 'machine', type, ...(year === null ? {} : { year }) },
      })),
    ],
    [
      'Players',
      players.map(({ username, displayName, avatar }) => ({
        href: `/players/${encodeURIComponent(username)}`,
        name: displayName,
        detail: username === displayName ? '' : username,
        sign: { as: 'face', picture: avatar },
      })),
    ],
    ['Events', events.map(({ eventId, name, state }) => ({ href: `/events/${eventId}`, name, detail: state, sign: { as: 'event' } }))],
    [
      'Groups',
      groups.map(({ groupId, name, visibility, memberCount: members }) => ({
        href: `/groups/${groupId}`,
        name,
        detail: visibility === 'private' ? `${memberCount(members)}, private` : memberCount(members),
        sign: { as: 'face' },
      })),
    ],
  ]
  let above = 0
  return kinds.flatMap(([title, rows]) => {
    const section = { title, rows, above }
    above += rows.length
    return rows.length === 0 ? [] : [section]
  })
}

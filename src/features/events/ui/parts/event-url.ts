/** The parts of an event's page, by `show` in its address. */
export const SHOWS = ['standings', 'rounds', 'machines', 'scores', 'players', 'direct'] as const
export type Show = (typeof SHOWS)[number]

type Query = Readonly<Record<string, string>>

const ID = /^[\x21-\x7e]{1,64}$/

/** The part that an address names; null: it names none. */
export const readShownTab = ({ show }: Query): Show | null => SHOWS.find(each => each === show) ?? null

/** An id in an address, if it can be one. */
export const readEventId = (text: string | undefined): string | null => (text !== undefined && ID.test(text) ? text : null)

/** The number of a round in an address; null: it names none. */
export const readRound = ({ round = '' }: Query): number | null => (/^[1-9]\d{0,2}$/.test(round) ? Number(round) : null)

export const eventHref = (eventId: string, query: { show?: Show; machine?: string; round?: string } = {}): string => {
  const search = new URLSearchParams(query).toString()
  return `/events/${eventId}${search === '' ? '' : `?${search}`}`
}

/** How many of the best a page shows at first. */
export const FIRST = 100
/** All there are. */
export const ALL = 1000

/** What the standings of a part are asked for; null: it needs none. */
export function standingsInput(eventId: string, show: Show | null): { eventId: string; limit: number } | null {
  if (show === 'machines') return { eventId, limit: ALL }
  return show === null || show === 'standings' ? { eventId, limit: FIRST } : null
}

/** The largest value that every client holds exactly: 2^53 − 1. */
export const MAX_VALUE = 9_007_199_254_740_991

export const WINDOWS = ['all', 'year', 'month', 'week', 'day'] as const
export type Window = (typeof WINDOWS)[number]

/** Characters of a comment under a score, and of a reason to dispute or to judge one. */
export const COMMENT_LENGTH = 1000
export const REASON_LENGTH = 300

const MINUTE = 60_000
const DAY = 86_400_000

/** How long an owner may correct a score. */
export const EDIT_WINDOW_MS = DAY
/** A clock may be this much ahead of ours. */
export const CLOCK_TOLERANCE = 5 * MINUTE
/** An older game counts in the `all` window only. */
export const MAX_BACKDATE_MS = 7 * DAY

const utc = (year: number, month = 0, day = 1): number => {
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  return date.getTime()
}

/** The Monday that begins the ISO week of a moment. */
function monday(at: Date): number {
  const midnight = utc(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())
  return midnight - ((at.getUTCDay() + 6) % 7) * DAY
}

/** Where a window's calendar period (UTC, ISO weeks) begins and ends: ms, the end excluded; null for `all`. */
export function periodBounds(window: Window, at: Date): { from: number; to: number } | null {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  switch (window) {
    case 'all':
      return null
    case 'year':
      return { from: utc(year), to: utc(year + 1) }
    case 'month':
      return { from: utc(year, month), to: utc(year, month + 1) }
    case 'week': {
      const from = monday(at)
      return { from, to: from + 7 * DAY }
    }
    case 'day': {
      const from = utc(year, month, at.getUTCDate())
      return { from, to: from + DAY }
    }
  }
}

const two = (n: number): string => String(n).padStart(2, '0')

/** A period's name: "2026", "2026-11", "2026-W47", "2026-11-21"; null for `all`. */
export function periodName(window: Window, at: Date): string | null {
  const year = at.getUTCFullYear()
  switch (window) {
    case 'all':
      return null
    case 'year':
      return String(year)
    case 'month':
      return `${year}-${two(at.getUTCMonth() + 1)}`
    case 'day':
      return `${year}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`
    case 'week': {
      const thursday = new Date(monday(at) + 3 * DAY)
      const weekYear = thursday.getUTCFullYear()
      return `${weekYear}-W${two(1 + Math.floor((thursday.getTime() - utc(weekYear)) / (7 * DAY)))}`
    }
  }
}

/**
 * When a game counts as played. @returns ms; null when `achievedAt` is too far ahead of the server
 * @param achievedAt ms; undefined: now
 */
export function clampAchievedAt(achievedAt: number | undefined, now: number): number | null {
  if (achievedAt === undefined) return now
  if (achievedAt > now + CLOCK_TOLERANCE) return null
  return Math.min(achievedAt, now)
}

/** Whether a game played then and received now counts in windows other than `all`. */
export const isRecentEnough = (achievedAt: number, now: number): boolean => now - achievedAt <= MAX_BACKDATE_MS

/** Whether an owner may still correct a score. Times in ms. */
export function correctable(status: string, createdAt: number, now: number): boolean {
  return (status === 'unverified' || status === 'disputed') && now - createdAt < EDIT_WINDOW_MS
}

interface Row {
  value: number
  achievedAt: Date
  userId: string
}

/** The order in which a page shows rows; a test proves it equal to the index and to SQL. */
export function compareRows(a: Row, b: Row): number {
  if (a.value !== b.value) return a.value > b.value ? -1 : 1
  const times = a.achievedAt.getTime() - b.achievedAt.getTime()
  if (times !== 0) return times
  return a.userId < b.userId ? -1 : a.userId > b.userId ? 1 : 0
}

/** Ranks of the first rows of a board, in order: equal values share one: 1, 2, 2, 4. */
export function rankRows(rows: readonly { value: number }[]): number[] {
  const ranks: number[] = []
  for (const [place, { value }] of rows.entries()) ranks.push(place > 0 && rows[place - 1]!.value === value ? ranks[place - 1]! : place + 1)
  return ranks
}

/** Whose scores a board ranks: everybody's on the machine, those of a group's members, or those of an event. */
export interface BoardMembers {
  machineId: string
  groupId?: string | undefined
  eventId?: string | undefined
}

/** Names a board: scope, window, period, and all or verified. */
export function boardKey(
  { machineId, groupId, eventId }: BoardMembers,
  window: Window,
  period: string | null,
  verifiedOnly: boolean,
): string {
  const scope = groupId !== undefined ? `g:${groupId}:${machineId}` : eventId !== undefined ? `e:${eventId}:${machineId}` : `m:${machineId}`
  return `${scope}/${window}/${period ?? '-'}/${verifiedOnly ? 'verified' : 'all'}`
}

export interface ScoreDistribution {
  players: number
  best: number | null
  deciles: readonly number[]
}

/** What makes a value doubtful. */
export type PlausibilityWarning = 'above-own' | 'above-record' | 'below-all'

/**
 * What to ask about before a value is sent that is far outside what the machine gives, or far above one's own best; null: nothing odd.
 * @param own one's best on the machine, if any
 */
export function plausibilityWarning(value: number, range: ScoreDistribution | null, own: number | null): PlausibilityWarning | null {
  if (own !== null && value >= own * 8 && (range?.best ?? 0) < value) return 'above-own'
  if (range === null || range.best === null || range.players < 5) return null
  if (value > range.best * 3) return 'above-record'
  const low = range.deciles[0] ?? 0
  return value * 20 < low ? 'below-all' : null
}

/** The largest value that every client can represent exactly: 2^53 − 1. */
export const MAX_VALUE = 9_007_199_254_740_991

export const WINDOWS = ['all', 'year', 'month', 'week', 'day'] as const
export type Window = (typeof WINDOWS)[number]

/**
 * Maximum lengths, in characters: of what its player says of a score, of a comment on one, and of a reason for flagging or moderating one.
 */
export const NOTE_LENGTH = 500
export const COMMENT_LENGTH = 1000
export const REASON_LENGTH = 300

const MINUTE = 60_000
const DAY = 86_400_000

/** How long after submission players may correct their score. */
export const EDIT_WINDOW_MS = DAY
/** How far a submitted time may be ahead of the server's clock, in ms. */
export const CLOCK_TOLERANCE = 5 * MINUTE
/** A game that was played longer ago than this (ms) counts in the `all` window only. */
export const MAX_BACKDATE_MS = 7 * DAY

/**
 * The time at which a game counts as played: `achievedAt`, but never later than `now`.
 * @param achievedAt in ms; undefined: now
 * @returns in ms; null if `achievedAt` is more than `CLOCK_TOLERANCE` ahead of the server's clock
 */
export function clampAchievedAt(achievedAt: number | undefined, now: number): number | null {
  if (achievedAt === undefined) return now
  if (achievedAt > now + CLOCK_TOLERANCE) return null
  return Math.min(achievedAt, now)
}

/** True if a game played at `achievedAt` and received at `now` counts in windows other than `all`. */
export const isRecentEnough = (achievedAt: number, now: number): boolean => now - achievedAt <= MAX_BACKDATE_MS

/** True if players may still correct their score. Times in ms. */
export function isCorrectable(status: string, createdAt: number, now: number): boolean {
  return (status === 'unverified' || status === 'disputed') && now - createdAt < EDIT_WINDOW_MS
}

interface Row {
  value: number
  achievedAt: Date
  userId: string
}

/** The order of board rows on a page. A test checks that it is the same as in the ranking tree and in SQL. */
export function compareRows(a: Row, b: Row): number {
  if (a.value !== b.value) return a.value > b.value ? -1 : 1
  const times = a.achievedAt.getTime() - b.achievedAt.getTime()
  if (times !== 0) return times
  return a.userId < b.userId ? -1 : a.userId > b.userId ? 1 : 0
}

/** The ranks of the first rows of a board, given in order. Equal values share a rank: 1, 2, 2, 4. */
export function rankRows(rows: readonly { value: number }[]): number[] {
  const ranks: number[] = []
  for (const [index, { value }] of rows.entries()) ranks.push(index > 0 && rows[index - 1]!.value === value ? ranks[index - 1]! : index + 1)
  return ranks
}

/** The scores that a board ranks: all scores on the machine, those of a group's members, those of an event, or those played in a venue. */
export interface BoardMembers {
  machineId: string
  groupId?: string | undefined
  eventId?: string | undefined
  venueId?: string | undefined
}

function scopePrefix({ groupId, eventId, venueId }: Omit<BoardMembers, 'machineId'>): string {
  if (groupId !== undefined) return `g:${groupId}:`
  if (eventId !== undefined) return `e:${eventId}:`
  return venueId === undefined ? 'm:' : `v:${venueId}:`
}

/**
 * The key of a board, made of its scope, window, period, and whether it ranks all scores or verified ones only. A period that does not begin
 * at midnight UTC names its time zone too.
 */
export function boardKey(
  { machineId, ...among }: BoardMembers,
  window: Window,
  period: { name: string; timeZone: string } | null,
  verifiedOnly: boolean,
): string {
  const scope = `${scopePrefix(among)}${machineId}`
  const zone = period === null || period.timeZone === 'UTC' ? '' : `@${period.timeZone.replaceAll('/', ':')}`
  return `${scope}/${window}/${period?.name ?? '-'}${zone}/${verifiedOnly ? 'verified' : 'all'}`
}

/** The key of a machine's board of all scores and of all time, as `boardKey` makes it. Pages that need no other key are smaller with this. */
export const plainBoardKey = (machineId: string): string => `m:${machineId}/all/-/all`

/** With fewer players than this on a machine, their scores do not say what is plausible. */
export const REVIEW_MIN_PLAYERS = 10
/** The highest plausible score is this many times the 90th percentile of the players' bests. */
const PLAUSIBLE_FACTOR = 30
/** the highest plausible score on a machine with few players; no machine is known to come near */
const PLAUSIBLE_ANYWHERE = 1_000_000_000_000

/**
 * The highest score on a machine that a player without a verified score may add to the boards at once. Higher ones are put under review.
 * docs/rules.md says why.
 * @param ninetieth 90th percentile of the players' bests; null: there are none
 */
export const highestPlausible = (players: number, ninetieth: number | null): number =>
  players < REVIEW_MIN_PLAYERS || ninetieth === null ? PLAUSIBLE_ANYWHERE : ninetieth * PLAUSIBLE_FACTOR

/** How many players must confirm a score that is under review. */
export const CONFIRMATIONS_NEEDED = 2
/** least age of an account whose player may confirm scores, ms */
export const CONFIRMER_AGE_MS = 30 * 86_400_000

export interface ScoreDistribution {
  players: number
  best: number | null
  deciles: readonly number[]
}

/** Why a value is implausible. */
export type PlausibilityWarning = 'above-own' | 'above-record' | 'below-all'

/**
 * Returns a warning to show before sending a value that is far outside the range of the machine's scores or far above the player's own
 * best; null if the value is plausible.
 * @param ownBest the player's best on the machine, if any
 */
export function plausibilityWarning(value: number, range: ScoreDistribution | null, ownBest: number | null): PlausibilityWarning | null {
  if (ownBest !== null && value >= ownBest * 8 && (range?.best ?? 0) < value) return 'above-own'
  if (range === null || range.best === null || range.players < 5) return null
  if (value > range.best * 3) return 'above-record'
  const lowestDecile = range.deciles[0] ?? 0
  return value * 20 < lowestDecile ? 'below-all' : null
}

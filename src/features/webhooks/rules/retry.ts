const SECOND = 1000
const HOUR = 3600 * SECOND
export const DAY = 24 * HOUR

/** How long a delivery is tried, and a hook kept on that takes nothing (ms). */
export const GIVE_UP_AFTER = 3 * DAY
/** ms after which deliveries are deleted */
export const KEPT_FOR = 14 * DAY

const FIRST_PAUSE = 10 * SECOND
const LONGEST_PAUSE = 4 * HOUR
/** Part of a pause that is left out at random, so that hooks that failed together are tried at different moments. */
const JITTER = 0.1

/**
 * Returns the ms from the failed try number `tries` (1 for the first) to the next one: 10 s, doubling up to four hours.
 * @param requested ms that the receiver asks to wait, at most as long as the longest pause @param random 0 ≤ random < 1
 */
export const retryPause = (tries: number, requested: number, random: number): number =>
  Math.max(Math.min(requested, LONGEST_PAUSE), Math.round(Math.min(FIRST_PAUSE * 2 ** (tries - 1), LONGEST_PAUSE) * (1 - JITTER * random)))

/** What becomes of a delivery that failed. @property isDead it is not tried again by itself @property retryAt ms, when it would be */
export interface AfterFailure {
  isDead: boolean
  retryAt: number
}

/**
 * Decides what becomes of a delivery after a failed try. @param firstTriedAt ms; when it was tried first, or first after it was sent again
 */
export function afterFailure(
  { tries, firstTriedAt }: { tries: number; firstTriedAt: number },
  now: number,
  requested: number,
  random: number,
): AfterFailure {
  const retryAt = now + retryPause(tries, requested, random)
  return { isDead: retryAt - firstTriedAt > GIVE_UP_AFTER, retryAt }
}

/**
 * Returns the ms for which nothing is sent to a hook after a failed try. One delivery that its receiver never takes holds up its own lane alone. But
 * once a second one has failed at its first try, with none that arrived between them, the receiver is away, and is asked ever more rarely.
 * @param failures deliveries that have failed at their first try since the last one arrived @param isFirst this was such a try
 * @param requested ms that the receiver asks to wait @param random 0 ≤ random < 1
 */
export const hookPause = (failures: number, isFirst: boolean, requested: number, random: number): number =>
  Math.max(Math.min(requested, LONGEST_PAUSE), isFirst && failures > 1 ? retryPause(failures - 1, 0, random) : 0)

/**
 * True if a hook takes nothing any more. A delivery that its receiver never takes is no reason as long as others wait that were not
 * tried, which may arrive. @param failingSince ms
 */
export const isHopeless = (failingSince: number, { isDead, retryAt }: AfterFailure, othersWait: boolean): boolean =>
  retryAt - failingSince > GIVE_UP_AFTER && !(isDead && othersWait)

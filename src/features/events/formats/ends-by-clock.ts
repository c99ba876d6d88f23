import type { EventFormat } from './registry.ts'

/**
 * The formats whose events end by the clock, as their `endsByClock` says (a test compares them). They are apart from the formats' rules,
 * which pages that only name events do not load.
 */
const ENDING_BY_CLOCK: readonly EventFormat['kind'][] = ['high-score', 'best-game', 'pin-golf', 'card-best-game', 'bowling']

/** True if the clock ends an event of this format, and not its director. */
export const endsByClock = ({ kind }: Pick<EventFormat, 'kind'>): boolean => ENDING_BY_CLOCK.includes(kind)

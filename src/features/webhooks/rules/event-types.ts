/**
 * What webhooks tell. `score.submitted`: a score counts; `score.record`: it is the highest of its machine; `score.moderated`: a moderator has
 * decided about it; `round.drawn`: a round was drawn and everybody sees it; `result.confirmed`: all games of a group in a round count.
 */
export const EVENT_TYPES = [
  'score.submitted',
  'score.record',
  'score.moderated',
  'event.started',
  'event.finished',
  'round.drawn',
  'result.confirmed',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** What a test sends, besides the types that hooks choose. */
export const TEST_TYPE = 'webhook.test'

/**
 * What webhooks tell. `score.submitted`: a score counts; `score.record`: it is the highest of its machine; `score.moderated`: a moderator has
 * decided about it, or the director of its event about whether it counts there;
 * `score.corrected`: another value counts, or it was played elsewhere; `score.removed`: it counts no more; `round.drawn`: a round was drawn and everybody sees it;
 * `result.confirmed`: all games of a group in a round count; `result.voided`: they did, and do not any more; `player.merged`: all that one entry
 * of an event has played is another one's now; `machine.merged`: so are all scores of a machine.
 */
export const EVENT_TYPES = [
  'score.submitted',
  'score.record',
  'score.moderated',
  'score.corrected',
  'score.removed',
  'event.started',
  'event.finished',
  'round.drawn',
  'result.confirmed',
  'result.voided',
  'player.merged',
  'machine.merged',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** What a test sends, besides the types that hooks choose. */
export const TEST_TYPE = 'webhook.test'

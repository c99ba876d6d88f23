import * as m from '#messages'
import type { Presence } from '../../contract/documents.ts'

/** Label for each presence, and the action of its one-tap button with the presence that it sets. */
export const PRESENCE: Record<
  Presence,
  { words: () => string; next: Presence; action: () => string; said: (inputs: { name: string }) => string }
> = {
  expected: { words: m.events_presence_expected, next: 'here', action: m.events_presence_check_in, said: m.events_presence_is_in },
  here: { words: m.events_presence_here, next: 'paused', action: m.events_presence_pause, said: m.events_presence_pauses },
  paused: { words: m.events_presence_paused, next: 'here', action: m.events_presence_back, said: m.events_presence_is_back },
}

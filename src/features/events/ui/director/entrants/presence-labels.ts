import type { Presence } from '#events/rules/presence.ts'
import * as m from '#messages'

/** Label for each presence, and the action of its one-tap button with the presence that it sets. */
export const PRESENCE_LABELS: Record<
  Presence,
  { label: () => string; nextPresence: Presence; action: () => string; doneMessage: (inputs: { name: string }) => string }
> = {
  expected: {
    label: m.events_presence_expected,
    nextPresence: 'here',
    action: m.events_check_in,
    doneMessage: m.events_presence_is_in,
  },
  here: { label: m.events_presence_here, nextPresence: 'paused', action: m.events_presence_pause, doneMessage: m.events_presence_pauses },
  paused: { label: m.events_presence_paused, nextPresence: 'here', action: m.events_presence_back, doneMessage: m.events_presence_is_back },
  gone: { label: m.events_presence_gone, nextPresence: 'here', action: m.events_presence_back, doneMessage: m.events_presence_is_back },
}

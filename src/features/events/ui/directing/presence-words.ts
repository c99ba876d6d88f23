import type { Presence } from '../../contract/documents.ts'

/** How somebody stands, and what one tap does about it. */
export const PRESENCE: Record<Presence, { words: string; next: Presence; action: string; said: string }> = {
  expected: { words: 'Not here yet', next: 'here', action: 'Check in', said: 'is checked in.' },
  here: { words: 'Here', next: 'paused', action: 'Pause', said: 'takes a break.' },
  paused: { words: 'On a break', next: 'here', action: 'Back in', said: 'is back.' },
}

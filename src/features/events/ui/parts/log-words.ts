import type { EventAction, EventLogDoc } from '../../contract/documents.ts'

/** What was done, as the rest of a sentence that begins with who did it. */
const WORDS: Readonly<Record<EventAction, (what: string) => string>> = {
  added: () => 'set the event up.',
  edited: () => 'changed the event.',
  closed: () => 'ended the event.',
  cancelled: () => 'cancelled the event.',
  machine: what => `set a machine. ${what}.`,
  guest: what => `let ${what} in as a guest.`,
  claimed: what => `took over the entry of the guest ${what}.`,
  presence: what => `said who is here. ${what}.`,
  entered: what => `typed a score for a player: ${what}.`,
  judged: what => `judged a score: ${what}.`,
  voided: what => `took out of the standings: ${what}.`,
  undone: what => (what === '' ? 'gave back what had been taken out.' : `gave back: ${what}.`),
  accepted: what => `accepted a late score: ${what}.`,
  refused: what => `refused a late score: ${what}.`,
  drawn: what => `drew a round. ${what}.`,
  dropped: what => `took a round back: ${what}.`,
  moved: what => `moved a group. ${what}.`,
  result: what => `confirmed a result. ${what}.`,
}

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** A line of an event's log, after the name of who did it. @param time writes a moment as its reader does */
export function logWords({ action, what }: Pick<EventLogDoc, 'action' | 'what'>, time: (at: Date) => string): string {
  const words = WORDS[action]?.(what.replace(INSTANT, text => time(new Date(text)))) ?? what
  return words.replace(/([.!?…])\.$/, '$1')
}

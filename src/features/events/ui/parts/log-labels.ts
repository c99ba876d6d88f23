import * as m from '#messages'
import type { EventAction, EventLogDoc } from '../../contract/documents.ts'

/** What was done, as the rest of a sentence that begins with who did it. */
const WORDS: Readonly<Record<EventAction, (what: string) => string>> = {
  added: m.events_log_added,
  edited: m.events_log_edited,
  closed: m.events_log_closed,
  cancelled: m.events_log_cancelled,
  machine: what => m.events_log_machine({ what }),
  guest: what => m.events_log_guest({ what }),
  claimed: what => m.events_log_claimed({ what }),
  presence: what => m.events_log_presence({ what }),
  entered: what => m.events_log_entered({ what }),
  judged: what => m.events_log_judged({ what }),
  voided: what => m.events_log_voided({ what }),
  undone: what => (what === '' ? m.events_log_undone_all() : m.events_log_undone({ what })),
  accepted: what => m.events_log_accepted({ what }),
  refused: what => m.events_log_refused({ what }),
  drawn: what => m.events_log_drawn({ what }),
  dropped: what => m.events_log_dropped({ what }),
  moved: what => m.events_log_moved({ what }),
  result: what => m.events_log_result({ what }),
}

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** A line of an event's log, after the name of who did it. @param time writes a moment as its reader does */
export function logEntryLabel({ action, what }: Pick<EventLogDoc, 'action' | 'what'>, time: (at: Date) => string): string {
  const told = toldIn(what, time)
  return endedOnce(WORDS[action]?.(told) ?? what)
}

/** What an entry is about, as a sentence of its own. */
export const logSubjectLabel = (what: string, time: (at: Date) => string): string => endedOnce(`${toldIn(what, time)}.`)

const toldIn = (what: string, time: (at: Date) => string): string => what.replace(INSTANT, text => time(new Date(text)))

/** The isolate around a name in Arabic may close between the two. */
const endedOnce = (words: string): string => words.replace(/([.!?…]\u2069?)\.$/, '$1')

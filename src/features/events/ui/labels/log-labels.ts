import type { EventAction, EventLogDoc } from '#events/contract/documents.ts'
import * as m from '#messages'
import { logSubjectText } from './log-subject-label.ts'

/** What was done, as the end of a sentence that starts with the name of the person. */
const ACTION_LABELS: Readonly<Record<EventAction, (what: string) => string>> = {
  added: m.events_log_added,
  edited: what => (what === '' ? m.events_log_edited() : m.events_log_edited_options({ what })),
  started: m.events_log_started,
  closed: m.events_log_closed,
  reopened: m.events_log_reopened,
  'handed-over': what => m.events_log_handed_over({ what }),
  device: m.events_log_device,
  staff: what => m.events_log_staff({ what }),
  cancelled: m.events_log_cancelled,
  machine: what => m.events_log_machine({ what }),
  guest: what => m.events_log_guest({ what }),
  player: what => m.events_log_player({ what }),
  renamed: what => m.events_log_renamed({ what }),
  removed: what => m.events_log_removed({ what }),
  seeded: what => m.events_log_seeded({ what }),
  finals: what => m.events_log_finals({ what }),
  merged: what => m.events_log_merged({ what }),
  claimed: what => m.events_log_claimed({ what }),
  presence: what => m.events_log_presence({ what }),
  entered: what => m.events_log_entered({ what }),
  judged: what => m.events_log_judged({ what }),
  voided: what => m.events_log_voided({ what }),
  undone: what => (what === '' ? m.events_log_undone_all() : m.events_log_undone({ what })),
  accepted: what => m.events_log_accepted({ what }),
  refused: what => m.events_log_refused({ what }),
  drawn: what => m.events_log_drawn({ what }),
  shown: what => m.events_log_shown({ what }),
  'standings-held': m.events_log_standings_held,
  'standings-shown': m.events_log_standings_shown,
  dropped: what => m.events_log_dropped({ what }),
  moved: what => m.events_log_moved({ what }),
  arranged: what => m.events_log_arranged({ what }),
  adjusted: what => m.events_log_adjusted({ what }),
  result: what => m.events_log_result({ what }),
  // While the standings are held back, the log does not say between whom.
  playoff: what => (what === '' ? m.events_log_playoff_held() : m.events_log_playoff({ what })),
}

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** Returns an entry of an event's log without the leading name. @param time formats a moment for the user */
export function logEntryLabel({ action, ...entry }: LoggedSubject & Pick<EventLogDoc, 'action'>, time: (at: Date) => string): string {
  return removeDoubleStop(ACTION_LABELS[action]?.(subjectText(entry, time)) ?? entry.what)
}

/** Returns what an entry is about, as a complete sentence. */
export const logSubjectLabel = (entry: LoggedSubject, time: (at: Date) => string): string =>
  removeDoubleStop(`${subjectText(entry, time)}.`)

type LoggedSubject = Pick<EventLogDoc, 'what' | 'subject'>

/** Returns what an entry is about, without a full stop: in the page's language, or in English for entries that are older than `subject`. */
export const subjectText = ({ what, subject }: LoggedSubject, time: (at: Date) => string): string =>
  subject === undefined ? formatTimes(what, time) : logSubjectText(subject, time)

const formatTimes = (what: string, time: (at: Date) => string): string => what.replace(INSTANT, text => time(new Date(text)))

/**
 * Removes the full stop after another end of a sentence. In Arabic, a mark that closes the isolation of a name (U+2069) may stand between
 * the two.
 */
const removeDoubleStop = (text: string): string => text.replace(/([.!?…]\u2069?)\.$/, '$1')

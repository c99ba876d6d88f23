import type { Access } from '#platform/live/contract.ts'

/**
 * What a key may be used for: `read`: everything that its owner sees; `submit`: what the owner does for themselves, such as scores; `run`: what
 * the owner may do where they direct events, groups, seasons and venues; `admin`: what they may do as an administrator or moderator of the
 * site. Each of these allows reading as well. `report`: what a reporter says about the games of the only venue that the key is for; it allows nothing else.
 */
export const KEY_SCOPES = ['read', 'submit', 'run', 'admin', 'report'] as const
/** Those that a key may have which is for no single venue. */
export const GENERAL_SCOPES = ['read', 'submit', 'run', 'admin'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** The scope that a call needs, by who may call it. */
const SCOPE_OF: Record<Access, KeyScope> = {
  everybody: 'read',
  'signed in': 'submit',
  administrators: 'admin',
  'administrators, or the owner of the group': 'run',
  'administrators, or players where they may invite': 'admin',
  moderators: 'admin',
  'moderators, or the director of the event': 'run',
  'machine editors': 'admin',
  'event directors, or who runs the group': 'run',
  'director of the event': 'run',
  'director of the event, but no co-director': 'run',
  'scorekeeper of the event': 'run',
  'the entrant, or scorekeeper of the event': 'run',
  'director of the event, or players of the game where they choose its machine': 'run',
  'players of the game, or scorekeeper of the event': 'run',
  'manager of the venue': 'run',
  'reporter of the venue': 'report',
  'owner or moderators': 'submit',
  'owner, moderators or the director of the event': 'submit',
  'all but the owner': 'submit',
  'who runs the group': 'run',
  'who runs the season': 'run',
  'owner of the group': 'run',
  'who manages the webhooks': 'run',
}

/** Who may call what acts on the event, or at the venue, that its argument names. A call that names both acts on the event. */
const ACTS_ON: Record<'eventId' | 'venueId', readonly Access[]> = {
  eventId: [
    'signed in',
    'director of the event',
    'director of the event, but no co-director',
    'scorekeeper of the event',
    'the entrant, or scorekeeper of the event',
    'director of the event, or players of the game where they choose its machine',
    'players of the game, or scorekeeper of the event',
    'who manages the webhooks',
  ],
  venueId: ['signed in', 'manager of the venue'],
}

/** What a key is for, if it is for one event or venue alone. */
export interface KeyLimits {
  eventId: string | null
  venueId: string | null
}

/** True if a call acts on what a key is for. */
export function isWithinLimits(limits: KeyLimits, access: Access, argument: Readonly<Record<string, unknown>>): boolean {
  if (limits.eventId === null && limits.venueId === null) return true
  const member = argument.eventId === undefined ? 'venueId' : 'eventId'
  return limits[member] !== null && argument[member] === limits[member] && ACTS_ON[member].includes(access)
}

/** Returns the scope that a call needs. @param isReading true: it changes nothing */
export const scopeOf = (access: Access, isReading: boolean): KeyScope => (isReading ? 'read' : SCOPE_OF[access])

/** True if scopes allow a call that needs one. */
export const allowsScope = (scopes: readonly KeyScope[], needed: KeyScope): boolean =>
  needed === 'read' ? scopes.some(scope => scope !== 'report') : scopes.includes(needed)

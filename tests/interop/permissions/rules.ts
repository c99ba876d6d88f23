import type { Access } from '#platform/live/contract.ts'

/** The outcome for each of `ROLES`, in their order: A allowed, R refused (401, 403), H hidden (404). */
export const RULES = {
  everybody: 'AAAAAAAA',
  'whoever is signed in': 'RAAAAAAA',
  'whoever is signed in, but not its owner': 'RARAAAAA',
  'administrators only': 'RRRRRRRA',
  'administrators; to others it is not there': 'RHHHHHHA',
  'machine editors and administrators only': 'RRRRRARA',
  'moderators and administrators only': 'RRRRARRA',
  'event directors and administrators only': 'RRRRRRAA',
  'its director and administrators': 'RRARRRRA',
  'its owner, moderators and administrators': 'RRARARRA',
  'those who run the group': 'RRAARRRR',
  'those who run the group, and administrators': 'RRAARRRA',
  'those who run the group; to others it is not there': 'RHAAHHHH',
  'members; to others it is not there': 'RHAAHHHH',
  'members; to others, visitors too, it is not there': 'HHAAHHHH',
  'its owner': 'RRARRRRR',
  'its owner; to those outside it is not there': 'RHARHHHH',
  "the group's owner and administrators": 'RRARRRRA',
  'whoever has the token of a mail, whoever he is': 'RRRRRRRR',
  nobody: 'RRRRRRRR',
  "whoever is signed in, and nobody else's": 'RHHHHHHH',
} as const
export type Rule = keyof typeof RULES

const EVENT = { open: 'its director and administrators', hidden: 'its owner; to those outside it is not there' } as const

/** The rules for each `access` of a contract: `open` for public data, `hidden` for data in a private group. */
export const RULES_BY_ACCESS: Record<Access, { open: Rule; hidden: Rule | null }> = {
  everybody: { open: 'everybody', hidden: 'members; to others, visitors too, it is not there' },
  'signed in': { open: 'whoever is signed in', hidden: 'members; to others it is not there' },
  administrators: { open: 'administrators only', hidden: null },
  'administrators, or the owner of the group': { open: 'administrators only', hidden: null },
  'administrators, or players where they may invite': { open: 'administrators only', hidden: null },
  moderators: { open: 'moderators and administrators only', hidden: null },
  'moderators, or the director of the event': { open: 'moderators and administrators only', hidden: null },
  'machine editors': { open: 'machine editors and administrators only', hidden: null },
  'event directors, or who runs the group': { open: 'event directors and administrators only', hidden: null },
  'director of the event': EVENT,
  'director of the event, but no co-director': EVENT,
  'director of the event, or players of the game where they choose its machine': EVENT,
  'scorekeeper of the event': EVENT,
  'the entrant, or scorekeeper of the event': EVENT,
  'players of the game, or scorekeeper of the event': EVENT,
  'manager of the venue': {
    open: 'its owner, moderators and administrators',
    hidden: 'those who run the group; to others it is not there',
  },
  // The key alone decides, which these tests send.
  'reporter of the venue': { open: 'everybody', hidden: null },
  'owner or moderators': { open: 'its owner, moderators and administrators', hidden: null },
  'owner, moderators or the director of the event': { open: 'its owner, moderators and administrators', hidden: null },
  'all but the owner': { open: 'whoever is signed in, but not its owner', hidden: null },
  'who runs the group': { open: 'those who run the group', hidden: 'those who run the group; to others it is not there' },
  'who runs the season': {
    open: 'those who run the group, and administrators',
    hidden: 'those who run the group; to others it is not there',
  },
  'who manages the webhooks': { open: 'administrators only', hidden: 'its owner; to those outside it is not there' },
  'owner of the group': { open: 'its owner', hidden: 'its owner; to those outside it is not there' },
}

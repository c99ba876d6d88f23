import type { Ejson } from '#ddp/wire/ejson.ts'
import { defineChange } from '#platform/db/change-log/define-change.ts'

/** What is shown of a player beside a score. A deleted player has no user name and no picture, and the display name `DELETED_PLAYER`. */
export interface PlayerCard {
  username: string
  displayName: string
  /** the smallest size of the profile picture */
  avatar: Ejson | null
  supporter: boolean
}

/** An account has changed. `card`: what others see of it, if that changed; `roles`: all its roles, if they changed. */
export interface UserChange {
  userId: string
  card?: PlayerCard
  roles?: unknown
}

export const userChanged = defineChange<UserChange>('user', ({ userId }) => userId)

/** A login token has ended: its connections are logged out. */
export const tokenEnded = defineChange<{ hashedToken: string }>('token-gone', ({ hashedToken }) => hashedToken)

/** The lists of blocked names have changed. */
export const blockedNamesChanged = defineChange<Record<string, never>>('blocked names')

import { defineChange } from '../../../platform/db/change-log/define-change.ts'
import type { Visibility } from '../contract.ts'

/** A group's own facts have changed. `visibility`: what it is now; null: the group is gone. */
export const groupChanged = defineChange<{ groupId: string; visibility: Visibility | null }>('group', ({ groupId }) => groupId)

/** Somebody has come into a group, or left it, or has other roles in it. `member`: whether he is one now */
export const membershipChanged = defineChange<{ groupId: string; userId: string; member: boolean }>('membership', ({ groupId }) => groupId)

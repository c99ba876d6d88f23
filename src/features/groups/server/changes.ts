import { defineChange } from '../../../platform/db/change-log/define-change.ts'
import type { Visibility } from '../contract.ts'

/** A group itself has changed. `visibility`: the current one; null: the group was removed. */
export const groupChanged = defineChange<{ groupId: string; visibility: Visibility | null }>('group', ({ groupId }) => groupId)

/** A user has joined or left a group, or has other roles in it. `member`: whether the user is a member now */
export const membershipChanged = defineChange<{ groupId: string; userId: string; member: boolean }>('membership', ({ groupId }) => groupId)

import { defineChange } from '#platform/db/change-log/define-change.ts'
import type { RecordValues } from '#platform/live/record.ts'
import type { UploadedPicture } from '#uploads/contract.ts'
import type { GROUP_FIELDS, Visibility } from '../contract.ts'

/** A group itself has changed. `card`: what others see of it besides its members; it is missing when the group was added or removed. */
interface GroupChange {
  groupId: string
  /** the current one; null: the group was removed */
  visibility: Visibility | null
  card?: Omit<RecordValues<typeof GROUP_FIELDS>, 'visibility'> & { picture: UploadedPicture | null }
}

export const groupChanged = defineChange<GroupChange>('group', ({ groupId }) => groupId)

/** A user has joined or left a group, or has other roles in it. */
interface MembershipChange {
  groupId: string
  userId: string
  /** whether the user is a member now */
  member: boolean
  /** by how much the number of members has changed */
  added: 1 | 0 | -1
}

export const membershipChanged = defineChange<MembershipChange>('membership', ({ groupId }) => groupId)

/** A group's list of people without an account has changed. It says nothing about them, because few may see the list. */
export const peopleChanged = defineChange<{ groupId: string }>('group-people', ({ groupId }) => groupId)
/** A group's webhook at Discord was set, taken away, has failed, or works again. */
export const webhookChanged = defineChange<{ groupId: string }>('group-webhook', ({ groupId }) => groupId)

import type { PublishContext } from '#ddp/server/subscription.ts'
import type { DdpError } from '#ddp/wire/error.ts'
import type { FoundGroup, Visibility } from '../contract.ts'

export interface KnownGroup {
  groupId: string
  name: string
  visibility: Visibility
}

/** The permission of another user, with which a subscriber sees something; by default it is the subscriber's own. */
export interface OnBehalf {
  userId: string
  /** Returns the error for one who may not see it. */
  refused(): DdpError
}

/** What other features may call. */
export interface GroupsApi {
  /** Returns the group if the user may see it. @throws DdpError 404, the same for a hidden group and for one that does not exist */
  assertVisible(groupId: string, userId: string | null): Promise<KnownGroup>
  /** True if the user is an owner or manager of the group. */
  isManager(groupId: string, userId: string): Promise<boolean>
  /** Finds groups with words in their names that begin like the words of the text; private ones only for their members. */
  search(text: string, userId: string | null, limit: number): Promise<FoundGroup[]>
  /** Like `assertVisible`, and ends the subscription as soon as the user may no longer see the group. */
  authorizeAndWatch(publishing: PublishContext, groupId: string, onBehalf?: OnBehalf): Promise<KnownGroup>
}

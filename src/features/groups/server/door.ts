import type { Publishing } from '../../../ddp/server/subscription.ts'
import type { FoundGroup, Visibility } from '../contract.ts'
import { MEMBERSHIP_FEED, type MembershipChange } from './news.ts'

export interface KnownGroup {
  groupId: string
  name: string
  visibility: Visibility
}

/** What other features may ask of groups. */
export interface GroupsDoor {
  /** The group, if it is there for this reader. @throws DdpError 404, the same for one that is hidden and one that is not */
  visible(groupId: string, userId: string | null): Promise<KnownGroup>
  /** Whether the user is its owner or manager. */
  runs(groupId: string, userId: string): Promise<boolean>
  /** Groups with words in their names that begin as those of the text do; private ones only for their members. */
  search(text: string, userId: string | null, limit: number): Promise<FoundGroup[]>
  /** As `visible`, and ends the subscription with 404 as soon as the reader may no longer see the group. */
  admit(publishing: Publishing, groupId: string): Promise<KnownGroup>
  /**
   * Ends the subscriptions of those who may not see the group any more. Whoever has read of a group what is newer than the change that made him
   * read asks for it before he shows that: the reader's own removal may still be on its way.
   */
  dismiss(groupId: string): Promise<void>
}

export { MEMBERSHIP_FEED, type MembershipChange }

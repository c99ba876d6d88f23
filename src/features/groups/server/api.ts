import type { PublishContext } from '../../../ddp/server/subscription.ts'
import type { FoundGroup, Visibility } from '../contract.ts'
import { groupChanged, membershipChanged } from './changes.ts'

export interface KnownGroup {
  groupId: string
  name: string
  visibility: Visibility
}

/** What other features may ask of groups. */
export interface GroupsApi {
  /** The group, if it is there for this reader. @throws DdpError 404, the same for one that is hidden and one that is not */
  visible(groupId: string, userId: string | null): Promise<KnownGroup>
  /** Whether the user is its owner or manager. */
  runs(groupId: string, userId: string): Promise<boolean>
  /** Groups with words in their names that begin as those of the text do; private ones only for their members. */
  search(text: string, userId: string | null, limit: number): Promise<FoundGroup[]>
  /** As `visible`, and ends the subscription with 404 as soon as the reader may no longer see the group. */
  admit(publishing: PublishContext, groupId: string): Promise<KnownGroup>
}

export { groupChanged, membershipChanged }

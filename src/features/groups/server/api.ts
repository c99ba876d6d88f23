import type { PublishContext } from '#ddp/server/subscription.ts'
import type { DdpError } from '#ddp/wire/error.ts'
import type { ChangeLogEntry, NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { documentsById } from '#platform/live/server/live-query.ts'
import type { FoundGroup, Visibility } from '../contract.ts'
import type { DiscordWebhook } from '../rules.ts'

export interface KnownGroup {
  groupId: string
  name: string
  visibility: Visibility
}

/** The permission with which a subscriber sees something; by default it is the subscriber's own, and the error is that of groups. */
export interface OnBehalf {
  /** null: that of a visitor */
  userId: string | null
  /** Returns the error for one who may not see it. */
  refused(): DdpError
}

/** Somebody on a group's list of people without an account, as the group has typed it. */
export interface ListedPerson {
  id: string
  groupId: string
  name: string
  ifpaNumber: string | null
  /** the account that has claimed the person; null: none has */
  userId: string | null
}

/**
 * What another feature does when a group's list changes, in the same transaction and with the rows of the people locked. Each but `played`
 * returns the changes for the change log.
 */
export interface PeopleHook {
  /** The person, whom no account has claimed, is called otherwise or has another number. */
  renamed(tx: Db, person: ListedPerson): Promise<NewChange[]>
  /**
   * `into` gets everything that `from` has, whom no account has claimed. `by`: the user who merges them.
   * @returns also the entries that are in the change log already
   * @throws DdpError 409 if the two are not one person
   */
  merged(
    tx: Db,
    people: { from: ListedPerson; into: ListedPerson; by: string },
  ): Promise<{ written: ChangeLogEntry[]; changes: NewChange[] }>
  /** Returns which of these people have played in an event. */
  played(tx: Db, personIds: readonly string[]): Promise<ReadonlySet<string>>
  /** The person leaves the list. @param eraseName true: the name and the number of one whom no account has claimed are erased too */
  removed(tx: Db, person: ListedPerson, eraseName: boolean): Promise<NewChange[]>
}

/** A guest of an event who is to be put on the group's list. */
export interface KeptGuest {
  id: string
  name: string
  ifpaNumber: string | null
}

export interface KeptGuests {
  /** ids of those who are on the list now; missing are those whose id was used before, and those whom there is no room for */
  ids: ReadonlySet<string>
  /** for the change log */
  changes: NewChange[]
  /** why there is no room for all: the list is full, or the user has put enough people on lists today; null: there is */
  refusal: DdpError | null
}

/** People whom one who runs a group puts on its list. */
export interface AddedPeople {
  groupId: string
  /** the user */
  by: string
  people: readonly { id: string; name: string; ifpaNumber?: string | null | undefined; note?: string | undefined }[]
}

/** What a feature that imports lists of people may do. */
export interface ListedPeopleApi {
  /** Returns everybody on the list of a group that the user runs. @throws DdpError 403, 404 */
  list(groupId: string, by: string): Promise<ListedPerson[]>
  /** Puts people on it. @returns the changes for the change log @throws DdpError 400, 403, 404, 409, 429 */
  add(tx: Db, added: AddedPeople): Promise<NewChange[]>
  /**
   * Gives people who are on it a number, whom no account has claimed and who have none. @param at when, in ms
   * @returns the changes for the change log @throws DdpError 403, 404
   */
  setNumbers(tx: Db, set: { groupId: string; by: string; numbers: ReadonlyMap<string, string>; at: number }): Promise<NewChange[]>
  /**
   * Takes back what an import has done. Those whom it has added leave the list, unless an account has claimed them, somebody has corrected them or
   * merged another one into them, or they have played. Those whom it has given a number lose it, unless they were changed since.
   * @param made.at when it gave them the numbers, in ms
   * @returns the changes for the change log @throws DdpError 403, 404
   */
  takeBack(
    tx: Db,
    made: { groupId: string; by: string; added: readonly string[]; numbered: readonly string[]; at: number },
  ): Promise<NewChange[]>
}

/** What other features may do with the people who play in the events of a group without an account. Only those who run its events may see them. */
export interface GroupPeopleApi {
  onChange(hook: PeopleHook): void
  /** Returns the documents of a group's list, and the accounts that they name. They change with `peopleChanged`. */
  documents(db: Db, groupId: string): Promise<{ groupPeople: ReturnType<typeof documentsById>; userIds: string[] }>
  /** Returns everybody on a group's list, with the names and numbers of the accounts that have claimed some. */
  list(db: Db, groupId: string): Promise<ListedPerson[]>
  /** Returns a person who stays as it is until the transaction ends; null if the group's list has no such person. */
  lockForShare(tx: Db, groupId: string, personId: string): Promise<ListedPerson | null>
  /** Returns a person whom this transaction may change; null if no list has such a person. */
  lockForChange(tx: Db, personId: string): Promise<ListedPerson | null>
  /** Puts guests of an event on the group's list, the first ones if there is no room for all. */
  keep(tx: Db, groupId: string, madeBy: string, guests: readonly KeptGuest[]): Promise<KeptGuests>
  /** Corrects the name and the number of a person whom no account has claimed. @returns the changes for the change log */
  correct(tx: Db, personId: string, is: { name: string; ifpaNumber: string | null }): Promise<NewChange[]>
  /** The account is the person, whom the caller has locked. @returns the changes for the change log */
  claim(tx: Db, person: ListedPerson, userId: string): Promise<NewChange[]>
}

/**
 * A group's webhook at Discord. `sealed`: as it is stored, which tells it from one that takes its place. `failedAt`: when the last message was
 * given up; null: it was taken, or there was none
 */
export interface GroupWebhook extends DiscordWebhook {
  sealed: Buffer
  failedAt: Date | null
}

/** A message that a webhook did not take. `isFinal`: it gets no other message until it is set anew */
export interface WebhookFailure {
  at: Date
  isFinal: boolean
}

/** What other features may call. */
export interface GroupsApi {
  /** people without an account */
  readonly people: GroupPeopleApi
  /** the same, for one who runs the group */
  readonly peopleLists: ListedPeopleApi
  /** Returns the group if the user may see it. @throws DdpError 404, the same for a hidden group and for one that does not exist */
  assertVisible(groupId: string, userId: string | null): Promise<KnownGroup>
  /** True if the user is an owner or manager of the group. */
  isManager(groupId: string, userId: string): Promise<boolean>
  /** Lets an owner of the group pass. @throws DdpError 404 for users who may not see it, 403 for others */
  requireOwner(groupId: string, userId: string): Promise<void>
  /** Like `requireOwner` for a subscriber, and ends the subscription as soon as the subscriber is no owner any more. @throws DdpError 401, 403, 404 */
  authorizeOwner(publishing: PublishContext, groupId: string): Promise<void>
  /** Finds groups with words in their names that begin like the words of the text; private ones only for their members. */
  search(text: string, userId: string | null, limit: number): Promise<FoundGroup[]>
  /** Like `assertVisible`, and ends the subscription as soon as the user may no longer see the group. */
  authorizeAndWatch(publishing: PublishContext, groupId: string, onBehalf?: OnBehalf): Promise<KnownGroup>
  /** True if the group has a webhook at Discord that may get messages. */
  hasWebhook(db: Db, groupId: string): Promise<boolean>
  /** Returns the group's webhook at Discord that may get messages; null: it has none. */
  findWebhook(db: Db, groupId: string): Promise<GroupWebhook | null>
  /**
   * Counts a round that is about to be posted to the group's webhook.
   * @returns false: the group has had as many as it may in an hour, and this one is left out
   */
  countPost(db: Db, groupId: string, now: Date): Promise<boolean>
  /**
   * Records whether a webhook took the last message, for those who run the group. @param failure null: it did
   * @returns the changes for the change log
   */
  recordWebhookDelivery(tx: Db, groupId: string, webhook: GroupWebhook, failure: WebhookFailure | null): Promise<NewChange[]>
}

import { type PlayerCard, userChanged } from '#accounts/server/changes.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import { groupChanged, membershipChanged } from '#groups/server/changes.ts'
import { ANY_MACHINE, machineKey, machineKeys, machinesChanged } from '#machines/server/changes.ts'
import type { Database } from '#platform/db/database.ts'
import type { DocumentWriter } from '#platform/live/server/documents.ts'
import { updates } from '#platform/live/server/live-query.ts'
import type { View, ViewLoadResult, ViewSource } from '#platform/live/server/view.ts'
import { venueChanged } from '#venues/server/changes.ts'
import type { BoardCache } from '../boards/board-cache.ts'
import { isNewScore, type ScoreChange, scoreChanged, scoresErased, scoresMerged } from '../changes.ts'
import { scoreDocument } from '../documents.ts'
import { isCounted, type ScoreRecord } from '../score-fields.ts'
import { acceptedScoresById, memberIds, type RecentFilter, recentScores } from '../store.ts'
import { renameScore, withoutEvent, withoutVenue } from './score-patches.ts'
import { ScorePlaces } from './score-places.ts'

const SCORES = 'scores'
const PLACES = 'scorePlaces'

const scoreKey = (id: string): string => `score:${id}`
const userKey = (id: string): string => `user:${id}`
/** watched by lists that show scores of an event or a venue of this group */
const ownerKey = (groupId: string): string => `owner:${groupId}`
/** watched by lists that show scores that were played in this venue */
const venueKey = (id: string): string => `venue:${id}`
/** watched by lists that show only scores of this group's members */
const membersKey = (id: string): string => `members:${id}`
/**
 * The keys under which lists that may gain this score are found. A list watches
 * one of them (`newKey`): that of the narrowest part of its filter.
 */
const newKeys = ({ machineId, userId, eventId, venueId }: ScoreRecord): string[] => [
  'new',
  `new machine:${machineId}`,
  `new user:${userId}`,
  ...(eventId === null ? [] : [`new event:${eventId}`]),
  ...(venueId === null ? [] : [`new venue:${venueId}`]),
]

const newKey = ({ machineId, userId, eventId, venueId }: RecentFilter): string => {
  if (eventId !== null) return `new event:${eventId}`
  if (venueId !== null) return `new venue:${venueId}`
  if (userId !== null) return `new user:${userId}`
  return machineId === null ? 'new' : `new machine:${machineId}`
}

type Row = Pick<
  ScoreRecord,
  'id' | 'receipt' | 'userId' | 'machineId' | 'eventGroupId' | 'venueId' | 'venueGroupId' | 'value' | 'achievedAt'
>

/** `places`: the list also says which of its scores are their players' bests, and their places (`ScorePlaces`). */
export type ScoreListFilter = RecentFilter & { places: boolean }

/**
 * The latest scores that pass a filter, newest first by receipt. New scores are added to the first page. A page with `before` is loaded
 * once and gains no scores; those it shows are changed and removed in place.
 */
export class RecentScores implements ViewSource {
  readonly #database: Database
  readonly #view: View
  readonly #filter: ScoreListFilter
  readonly #places: ScorePlaces | null
  #rows = new Map<string, Row>()
  /** new scores that are to be added: of many that come together, only the last ones are shown */
  #added: ScoreRecord[] = []
  #areKeysOld = false
  /** the members of the group in the filter; null: all players */
  #members: Set<string> | null = null

  constructor(database: Database, boards: BoardCache, filter: ScoreListFilter, view: View) {
    this.#database = database
    this.#filter = filter
    this.#view = view
    this.#places = filter.places ? new ScorePlaces(boards, view) : null
  }

  get isFirstPage(): boolean {
    return this.#filter.before === null
  }

  async load(): Promise<ViewLoadResult> {
    const { groupId } = this.#filter
    const isReload = this.#view.loaded && !this.isFirstPage
    const { position, keys, rows, shownScores, members } = await this.#database.readSnapshot(async (tx, at) => {
      const scores = isReload ? await acceptedScoresById(tx, [...this.#rows.keys()]) : await recentScores(tx, this.#filter)
      const members = groupId === null ? null : new Set(await memberIds(tx, groupId))
      const shownScores = isReload && members !== null ? scores.filter(({ userId }) => members.has(userId)) : scores
      const rows = new Map(shownScores.map(score => [score.id, toRow(score)]))
      return { position: at, keys: this.#keys(rows), rows, shownScores, members }
    })
    await this.#places?.loadBoards(shownScores)
    return {
      position,
      keys,
      until: null,
      documents: () => {
        if (isReload && rows.size < this.#rows.size) this.#view.unshare()
        this.#members = members
        this.#rows = rows
        return {
          [SCORES]: shownScores.map(score => [score.id, scoreDocument(score)] as [string, Fields]),
          ...(this.#places === null ? {} : { [PLACES]: this.#places.replace(rows.values()) }),
        }
      },
    }
  }

  updated(documents: DocumentWriter): boolean {
    const isPlaceMissing = this.#addScores(documents)
    if (this.#areKeysOld) this.#view.setKeys(this.#keys(this.#rows))
    this.#areKeysOld = false
    return isPlaceMissing
  }

  incomplete(): boolean {
    return this.#places?.isIncomplete === true
  }

  close(): void {
    this.#places?.close()
  }

  /** Applies a change of a score. @returns true if the list has to be reloaded, for example to fill the gap that a removed score left */
  applyScore({ op, score }: ScoreChange, documents: DocumentWriter): boolean {
    const isPlaceMissing = op !== 'submitted' && this.#addScores(documents)
    return this.#applyScore({ op, score }, documents) || isPlaceMissing
  }

  #applyScore({ op, score }: Pick<ScoreChange, 'op' | 'score'>, documents: DocumentWriter): boolean {
    const isShown = this.#rows.has(score.id)
    const { venueId } = this.#filter
    const isHidden = op === 'removed' || !isCounted(score) || (venueId !== null && venueId !== score.venueId)
    if (isShown && !isHidden) {
      documents.put(SCORES, score.id, scoreDocument(score))
      this.#rows.set(score.id, toRow(score))
      return this.#places?.put(score, documents) === true
    } else if (isShown) return this.#remove(documents, row => row.id === score.id)
    else if (this.isFirstPage && this.#matchesFilter(score) && !isHidden) {
      // A score that was under review may have been released, by a moderator or by its player's correction.
      if (op !== 'submitted') return op === 'moderated' || (op === 'edited' && this.#reaches(score))
      this.#added.push(score)
      this.#view.addKeys(rowKeys(score))
    }
    return false
  }

  /**
   * Applies the deletion of a user.
   * @param erased whether the user's scores were erased too.
   * @returns true, because the list has to be reloaded
   */
  applyErased(documents: DocumentWriter, userId: string, erased: boolean): boolean {
    this.#addScores(documents)
    if (erased) this.#remove(documents, row => row.userId === userId)
    return true
  }

  applyMembership(documents: DocumentWriter, userId: string, member: boolean): boolean {
    this.#addScores(documents)
    if (member) this.#members?.add(userId)
    else this.#members?.delete(userId)
    return member ? this.isFirstPage : this.#remove(documents, row => row.userId === userId)
  }

  /** Removes the events and the venues of a group from the scores, because they are no longer public. */
  hideOwnedBy(documents: DocumentWriter, groupId: string): void {
    this.#addScores(documents)
    for (const { id, eventGroupId, venueGroupId } of this.#rows.values()) {
      if (eventGroupId === groupId) documents.put(SCORES, id, withoutEvent(documents.get(SCORES, id)!))
      if (venueGroupId === groupId) documents.put(SCORES, id, withoutVenue(documents.get(SCORES, id)!))
    }
  }

  /** Removes a venue that is gone from the scores. */
  removeVenue(documents: DocumentWriter, gone: string): void {
    this.#addScores(documents)
    for (const { id, venueId } of this.#rows.values())
      if (venueId === gone) documents.put(SCORES, id, withoutVenue(documents.get(SCORES, id)!))
  }

  rename(documents: DocumentWriter, userId: string, card: PlayerCard): void {
    this.#addScores(documents)
    for (const id of documents.ids(SCORES)) renameScore(documents, id, userId, card)
  }

  #remove(documents: DocumentWriter, isRemoved: (row: Row) => boolean): boolean {
    let isAnyRemoved = false
    for (const row of [...this.#rows.values()]) {
      if (!isRemoved(row)) continue
      this.#rows.delete(row.id)
      documents.remove(SCORES, row.id)
      this.#places?.remove(row, documents)
      isAnyRemoved = true
    }
    if (isAnyRemoved && !this.isFirstPage) this.#view.unshare()
    return isAnyRemoved && this.isFirstPage
  }

  /** True if the list goes back to the time at which the score was received. */
  #reaches({ receipt }: ScoreRecord): boolean {
    return this.#rows.size < this.#filter.limit || [...this.#rows.values()].some(row => row.receipt < receipt)
  }

  /** Shows the new scores. @returns true if the list has to be loaded again, because the place of one is not known */
  #addScores(documents: DocumentWriter): boolean {
    if (this.#added.length === 0) return false
    const { limit } = this.#filter
    const added = this.#added.sort((a, b) => a.receipt - b.receipt).slice(-limit)
    this.#added = []
    this.#areKeysOld = true
    let isPlaceMissing = false
    for (const score of added) {
      documents.put(SCORES, score.id, scoreDocument(score))
      isPlaceMissing = this.#places?.put(score, documents) === true || isPlaceMissing
    }
    const rows = [...this.#rows.values(), ...added.map(toRow)].sort((a, b) => b.receipt - a.receipt)
    for (const row of rows.splice(limit)) {
      documents.remove(SCORES, row.id)
      this.#places?.remove(row, documents)
    }
    this.#rows = new Map(rows.map(row => [row.id, row]))
    return isPlaceMissing
  }

  #keys(rows: ReadonlyMap<string, Row>): Set<string> {
    const keys = new Set<string>([ANY_MACHINE])
    if (this.isFirstPage) keys.add(newKey(this.#filter))
    if (this.#filter.groupId !== null) keys.add(membersKey(this.#filter.groupId))
    for (const row of rows.values()) for (const key of rowKeys(row)) keys.add(key)
    return keys
  }

  #matchesFilter({ machineId, userId, eventId, venueId }: ScoreRecord): boolean {
    const { machineId: machine, userId: user, eventId: event, venueId: venue } = this.#filter
    if (venue !== null && venue !== venueId) return false
    const isMember = this.#members === null || this.#members.has(userId)
    return (
      isMember && (machine === null || machine === machineId) && (user === null || user === userId) && (event === null || event === eventId)
    )
  }
}

const toRow = ({ id, receipt, userId, machineId, eventGroupId, venueId, venueGroupId, value, achievedAt }: ScoreRecord): Row => ({
  id,
  receipt,
  userId,
  machineId,
  eventGroupId,
  venueId,
  venueGroupId,
  value,
  achievedAt,
})

const rowKeys = ({
  id,
  userId,
  machineId,
  eventGroupId,
  venueId,
  venueGroupId,
}: Omit<Row, 'receipt' | 'value' | 'achievedAt'>): string[] => [
  scoreKey(id),
  userKey(userId),
  machineKey(machineId),
  ...(eventGroupId ? [ownerKey(eventGroupId)] : []),
  ...(venueId ? [venueKey(venueId)] : []),
  ...(venueGroupId ? [ownerKey(venueGroupId)] : []),
]

/** The rules by which changes update the lists of latest scores. */
export const recentScoresUpdates = [
  updates(
    scoreChanged,
    ({ score }) => [scoreKey(score.id), ...newKeys(score)],
    (source: RecentScores, documents, change) => source.applyScore(change, documents),
    { gathers: isNewScore },
  ),
  updates(
    scoresErased,
    ({ userId, touched }) => [userKey(userId), ...touched.map(scoreKey)],
    (source: RecentScores, documents, { userId, machines }) => source.applyErased(documents, userId, machines.length > 0),
  ),
  updates(
    scoresMerged,
    ({ from, into }) => [machineKey(from), `new machine:${from}`, `new machine:${into}`],
    () => true,
  ),
  updates(
    membershipChanged,
    ({ groupId }) => [membersKey(groupId)],
    (source: RecentScores, documents, { userId, member }) => source.applyMembership(documents, userId, member),
    { revokes: true },
  ),
  updates(
    groupChanged,
    ({ groupId }) => [ownerKey(groupId)],
    (source: RecentScores, documents, { groupId, visibility }) => {
      if (visibility !== 'public') source.hideOwnedBy(documents, groupId)
      return visibility === 'public'
    },
    { revokes: true },
  ),
  updates(
    venueChanged,
    ({ venueId, part, exists }) => (part === 'venue' && !exists ? [venueKey(venueId)] : []),
    (source: RecentScores, documents, { venueId }) => source.removeVenue(documents, venueId),
  ),
  updates(machinesChanged, machineKeys, () => true),
  updates(
    userChanged,
    ({ userId, card }) => (card === undefined ? [] : [userKey(userId)]),
    (source: RecentScores, documents, { userId, card }) => source.rename(documents, userId, card!),
  ),
]

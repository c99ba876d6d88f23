import { blockedNameIdUsed, blockedNamesFull, nameBlockedBefore, noBlockedName } from '#accounts/contract/errors.ts'
import { type BlockedKind, blockedNameProblem, NAME_BLOCKED, NAME_IMITATES } from '#accounts/rules/blocked-names.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { fieldError } from '#platform/live/contract.ts'
import { blockedNamesChanged } from '../changes.ts'
import * as store from './blocked-names-store.ts'
import { looksLikeUser, looksOfficial } from './lookalikes.ts'
import { blockedKeys, domainKey, NameMatcher, type NamesToCheck } from './name-matcher.ts'

/** Entries of all lists together: they are read for each check. */
const MAX_ENTRIES = 2000

/** Users that are read at once when the matches are counted. */
const BATCH = 1000

/** Users who are named for an entry. */
const NAMED_USERS = 10

/** @property userId who is to be shown by this name: null: a user who does not exist yet, or a guest; undefined: it is nobody's name */
interface ShownName {
  path: string
  name: string
  userId?: string | null
}

/** A name that is about to be used, by the path of its field in the method's argument. */
export interface ChosenNames {
  username?: { path: string; name: string } | undefined
  /** names that are shown, in which no blocked word may be */
  texts?: readonly ShownName[] | undefined
  email?: { path: string; name: string } | undefined
}

export interface NewBlockedName {
  id: string
  kind: BlockedKind
  name: string
  anywhere: boolean
}

/** How many users an entry matches, and some of them. */
export interface BlockedNameMatches {
  blockedId: string
  users: number
  some: { userId: string; username: string }[]
}

/** What other features may call. */
export interface BlockedNamesApi {
  /** @throws DdpError 400 that names the field whose name is blocked, or is spelled so that it is taken for another */
  check(db: Db, chosen: ChosenNames): Promise<void>
  /** Only the second of these checks. @throws DdpError 400 */
  checkImitation(db: Db, name: ShownName): Promise<void>
  list(db: Db): Promise<store.BlockedName[]>
  /** @returns the changes to write; null if the list had exactly this entry by the same id. @throws DdpError 400, 409 */
  add(tx: Db, entry: NewBlockedName): Promise<{ entry: NewBlockedName; changes: NewChange[] } | null>
  /** @returns the entry that was removed, and the changes to write. @throws DdpError 404 */
  remove(tx: Db, id: string): Promise<{ entry: { kind: BlockedKind; name: string }; changes: NewChange[] }>
  /** Looks through all users. */
  findMatches(): Promise<BlockedNameMatches[]>
}

/** The lists of user names, words and mail domains that nobody may choose (decision 044). */
export class BlockedNames implements BlockedNamesApi {
  readonly #database: Database
  readonly #siteName: () => string

  constructor(database: Database, siteName: () => string) {
    this.#database = database
    this.#siteName = siteName
  }

  async check(db: Db, { username, texts = [], email }: ChosenNames): Promise<void> {
    for (const shown of texts) await this.checkImitation(db, shown)
    const entries = await store.listBlockedNames(db)
    if (entries.length === 0) return
    const refuse = (path: string, names: NamesToCheck): void => {
      const matcher = new NameMatcher(names)
      if (entries.some(entry => matcher.matches(entry))) throw fieldError(path, NAME_BLOCKED)
    }
    if (username !== undefined) refuse(username.path, { username: username.name, texts: [username.name] })
    for (const { path, name } of texts) refuse(path, { texts: [name] })
    if (email !== undefined) refuse(email.path, { emails: [email.name] })
  }

  async checkImitation(db: Db, { path, name, userId }: ShownName): Promise<void> {
    if (looksOfficial(name, this.#siteName()) || (userId !== undefined && (await looksLikeUser(db, name, userId))))
      throw fieldError(path, NAME_IMITATES)
  }

  list(db: Db): Promise<store.BlockedName[]> {
    return store.listBlockedNames(db)
  }

  async add(tx: Db, { id, kind, name: given, anywhere: wanted }: NewBlockedName) {
    const anywhere = kind === 'word' && wanted
    const name = kind === 'domain' ? domainKey(given) : given.normalize('NFC').trim().toLowerCase()
    const problem = blockedNameProblem(kind, name, anywhere)
    if (problem !== null) throw fieldError('name', problem)
    if ((await store.countBlockedNames(tx)) >= MAX_ENTRIES) throw blockedNamesFull({ n: MAX_ENTRIES })
    const entry = { id, kind, name, anywhere }
    if (await store.insertBlockedName(tx, { ...entry, keys: blockedKeys(kind, name) }))
      return { entry, changes: [blockedNamesChanged.of({})] }
    const existing = await store.findBlockedName(tx, id)
    if (existing === null) throw nameBlockedBefore()
    if (existing.kind === kind && existing.name === name && existing.anywhere === anywhere) return null
    throw blockedNameIdUsed()
  }

  async remove(tx: Db, id: string) {
    const entry = await store.deleteBlockedName(tx, id)
    if (entry === null) throw noBlockedName()
    return { entry, changes: [blockedNamesChanged.of({})] }
  }

  async findMatches(): Promise<BlockedNameMatches[]> {
    const { db } = this.#database
    const entries = await store.listBlockedNames(db)
    const found = new Map(entries.map(({ id }) => [id, { blockedId: id, users: 0, some: [] as BlockedNameMatches['some'] }]))
    for (let after = ''; entries.length > 0; ) {
      const users = await store.listUserNames(db, after, BATCH)
      for (const { id: userId, username, displayName, addresses } of users) {
        const matcher = new NameMatcher({ username, texts: [username, displayName], emails: addresses })
        for (const entry of entries) {
          if (!matcher.matches(entry)) continue
          const matches = found.get(entry.id)!
          matches.users += 1
          if (matches.some.length < NAMED_USERS) matches.some.push({ userId, username })
        }
      }
      if (users.length < BATCH) break
      after = users.at(-1)!.id
    }
    return [...found.values()]
  }
}

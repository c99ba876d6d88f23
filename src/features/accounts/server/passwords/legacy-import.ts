import * as v from 'valibot'
import { emailProblem, foldName, usernameProblem } from '#accounts/rules.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { profileProblem, readDisplayName } from '../profile.ts'
import * as store from '../store.ts'

/** Result of the import of a file of users. */
export interface LegacyImport {
  added: number
  unchanged: number
  refused: { index: number; who: string; reason: string }[]
  /** names of all roles that the users in the file have */
  roles: string[]
}

/** Records per transaction. */
const BATCH = 100

const printableText = (maxLength: number) =>
  v.pipe(v.string('must be text'), v.regex(new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${maxLength}}$`, 'u'), 'must be printable'))
const names = v.array(v.pipe(printableText(100), v.trim(), v.minLength(1, 'must not be blank')), 'must be a list')
const group = v.pipe(
  printableText(100),
  v.regex(/^[^$]/),
  v.transform(name => name.replaceAll('.', '_')),
)
const time = v.pipe(
  v.union([v.string(), v.object({ $date: v.union([v.string(), v.number()]) })], 'must be ISO text or {"$date": ms}'),
  v.transform(given => new Date(typeof given === 'string' ? given : given.$date)),
  v.date('must be a time'),
)
const bcrypt = v.object({
  bcrypt: v.pipe(v.string(), v.regex(/^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/, 'must be a bcrypt hash of 4 to 14 rounds')),
})
const srp = v.object({
  srp: v.object({
    identity: printableText(1000),
    salt: printableText(1000),
    verifier: v.pipe(v.string(), v.regex(/^[0-9a-f]{1,256}$/, 'must be a verifier in lowercase hex')),
  }),
})

/** A user as the old site stored it (docs/legacy-users.md). Fields that are not listed here are ignored. */
const legacyUser = v.object(
  {
    _id: v.optional(v.pipe(v.string('must be text'), v.regex(/^[\x21-\x7e]{1,64}$/, 'must be an id'))),
    username: v.optional(
      v.pipe(
        v.string('must be text'),
        v.normalize('NFC'),
        v.trim(),
        v.check(
          name => usernameProblem(name) === null,
          issue => usernameProblem(issue.input as string)!,
        ),
      ),
    ),
    emails: v.optional(
      v.array(
        v.object({
          address: v.pipe(
            v.string('must be text'),
            v.trim(),
            v.check(address => emailProblem(address) === null, 'is not an e-mail address'),
          ),
          verified: v.optional(v.boolean('must be true or false'), false),
        }),
        'must be a list',
      ),
      [],
    ),
    profile: v.optional(
      v.pipe(
        v.record(v.string(), v.unknown(), 'must be an object'),
        v.check(profile => profileProblem(profile) === null, 'cannot be kept'),
      ),
      {},
    ),
    roles: v.optional(v.nullable(v.union([names, v.record(group, names)], 'must be a list, or lists by group'))),
    createdAt: v.optional(time),
    services: v.optional(
      v.object({ password: v.optional(v.union([bcrypt, srp], 'must hold bcrypt, or srp with identity, salt and verifier')) }),
    ),
  },
  'must be an object',
)
type LegacyUser = v.InferOutput<typeof legacyUser>

/** Adds the users that do not exist yet; running it again changes nothing. */
export async function importLegacyUsers(database: Database, given: readonly unknown[]): Promise<LegacyImport> {
  const result: LegacyImport = { added: 0, unchanged: 0, refused: [], roles: [] }
  const roles = new Set<string>()
  for (let from = 0; from < given.length; from += BATCH) {
    const batch = given.slice(from, from + BATCH)
    const outcomes = await database.longTransaction(async tx => {
      const results: { refusal: string | null; added: boolean; roles: string[] }[] = []
      for (const record of batch) results.push(await importOne(tx, record))
      return results
    })
    for (const [i, { refusal, added, roles: userRoles }] of outcomes.entries()) {
      if (refusal !== null) result.refused.push({ index: from + i, who: recordName(batch[i]), reason: refusal })
      else result[added ? 'added' : 'unchanged']++
      for (const role of userRoles) roles.add(role)
    }
  }
  return { ...result, roles: [...roles].sort() }
}

async function importOne(tx: Db, record: unknown): Promise<{ refusal: string | null; added: boolean; roles: string[] }> {
  const refused = (refusal: string) => ({ refusal, added: false, roles: [] })
  const parsed = v.safeParse(legacyUser, record)
  if (!parsed.success) return refused(formatIssue(parsed.issues[0]))
  const user = parsed.output
  const [email] = user.emails
  if (user.username === undefined && email === undefined) return refused('there is neither a user name nor an address')
  const roles = [...new Set(Object.values(user.roles ?? {}).flat())]
  const exists = await userExists(tx, user)
  if (exists) return { refusal: null, added: false, roles }
  const refusal = await add(tx, user)
  return refusal === null ? { refusal, added: true, roles } : refused(refusal)
}

/** True if the user exists already: looked up by id; if the record has no id, by name; if it has no name either, by address. */
async function userExists(tx: Db, { _id, username, emails }: LegacyUser): Promise<boolean> {
  if (_id !== undefined) return store.isTaken(tx, { id: _id })
  return store.isTaken(tx, username === undefined ? { email: emails[0]!.address } : { username })
}

async function add(
  tx: Db,
  { _id: id = uuidv7(), username = `player-${id.slice(-8)}`, emails, profile, roles, createdAt, services }: LegacyUser,
): Promise<string | null> {
  const user = {
    id,
    username,
    displayName: readDisplayName(profile, username),
    profile,
    roles: roles ?? null,
    createdAt: createdAt ?? null,
  }
  if (!(await store.addUser(tx, user))) return 'the user name belongs to another account'
  const distinct = [...new Map(emails.map(email => [foldName(email.address), email])).values()]
  if (!(await store.addEmails(tx, id, distinct))) return 'an address belongs to another account'
  const password = services?.password
  if (password !== undefined && 'bcrypt' in password) await store.putPasswordHash(tx, id, password.bcrypt)
  else if (password !== undefined) await store.putSrp(tx, id, password.srp)
  return null
}

function formatIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue)
  return path === null ? issue.message : `${path} ${issue.message}`
}

/** The name by which the operator can find the record. */
function recordName(record: unknown): string {
  const { username, _id } = (record ?? {}) as { username?: unknown; _id?: unknown }
  return ([username, _id].find(each => typeof each === 'string') as string | undefined) ?? 'no name'
}

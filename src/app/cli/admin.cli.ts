import { importLegacyUsers } from '#accounts/server/passwords/legacy-import.ts'
import { type ExportedEvent, listDifferences } from '#events/rules/verify-export.ts'
import { insertRoles } from '#roles/server/store.ts'
import { verifyBoards } from '#scores/server/boards/verify-boards.ts'
import { changeRole, deleteUser, enroll, expectRole, roleLines, userId } from './admin-users.ts'
import { runWithFeatures } from './cli-features.ts'
import { type CliEnvironment, readJson, runProgram, withDatabase } from './cli-runtime.ts'
import { readWords } from './read-words.ts'
import { UsageError } from './usage-error.ts'

type Command = (args: string[], environment: CliEnvironment) => Promise<number>

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const commands: Record<string, Command> = {
  /** Recomputes every board from the scores alone and compares it with the stored data; exit code 1 if something differs. */
  async recompute(args, environment) {
    readWords(args, { usage: 'recompute' })
    const { machines, players, differences } = await withDatabase(environment, verifyBoards)
    for (const { machineId, what } of differences) print(`${machineId}: ${what} differs from the scores`)
    print(`${machines} machines, ${players} places, ${differences.length} differences`)
    return differences.length === 0 ? 0 : 1
  },

  /** Computes all ratings from the games alone and stores them; exit code 1 if something differed from what was stored before. */
  async ratings(args, environment) {
    readWords(args, { usage: 'ratings' })
    const { nights, players, differences } = await withDatabase(environment, database =>
      runWithFeatures(database, environment, ({ ratings }) => ratings.recompute()),
    )
    for (const difference of differences) print(`${difference}: differed from the games`)
    print(`${nights} nights, ${players} players, ${differences.length} differences`)
    return differences.length === 0 ? 0 : 1
  },

  /** Creates an account, or a new link for an account without a password. The link is printed; no e-mail is sent. */
  async enroll(args, environment) {
    const usage = 'enroll --username NAME [--email ADDRESS] [--role ROLE]'
    const { username, email, role } = readWords(args, { usage, options: ['username', 'email', 'role'] }).values
    if (username === undefined) throw new UsageError(`Name the user: ${usage}`)
    const { rootUrl } = environment.config
    const path = await withDatabase(environment, async database => {
      if (role !== undefined) await expectRole(database, role)
      return runWithFeatures(database, environment, features => enroll(database, features, { username, email, role }))
    })
    print(`${rootUrl ?? ''}${path}`)
    print(
      `It works once and is good for 30 days.${rootUrl === null ? ' Put the address of your site before it: ROOT_URL is not set.' : ''}`,
    )
    return 0
  },

  /** Adds or removes a role if asked to, then lists the users of each role. */
  async roles(args, environment) {
    const usage = 'roles [--add ROLE | --remove ROLE --username NAME]'
    const { add, remove, username } = readWords(args, { usage, options: ['add', 'remove', 'username'] }).values
    const role = add ?? remove
    if ((role === undefined) !== (username === undefined) || (add !== undefined && remove !== undefined))
      throw new UsageError(`One role and one user: ${usage}`)
    await withDatabase(environment, async database => {
      if (role !== undefined) {
        await expectRole(database, role)
        await runWithFeatures(database, environment, async features =>
          changeRole(database, features, await userId(features.accounts, username!), role, add === undefined ? 'remove' : 'add'),
        )
      }
      for (const line of await roleLines(database)) print(line)
    })
    return 0
  },

  /** Deletes a user as the user could: sessions, e-mail address and profile are deleted at once, and the scores with `--scores erase`. */
  async 'delete-user'(args, environment) {
    const usage = 'delete-user --username NAME --scores erase|keep'
    const { username, scores } = readWords(args, { usage, options: ['username', 'scores'] }).values
    if (username === undefined || (scores !== 'erase' && scores !== 'keep'))
      throw new UsageError(`Name the user, and say what becomes of the scores: ${usage}`)
    await withDatabase(environment, database =>
      runWithFeatures(database, environment, async features =>
        deleteUser(features, await userId(features.accounts, username), scores === 'erase'),
      ),
    )
    print(`${username} is deleted; the scores are ${scores === 'erase' ? 'erased too' : 'kept as "Deleted player"'}.`)
    return 0
  },

  /** Compares the pictures' files with the database; exit code 1 when something differs. */
  async 'verify-storage'(args, environment) {
    readWords(args, { usage: 'verify-storage' })
    const { files, pictures, differences } = await withDatabase(environment, database =>
      runWithFeatures(database, environment, ({ uploads }) => uploads.verify()),
    )
    for (const difference of differences) print(difference)
    print(`${files} files, ${pictures} pictures, ${differences.length} differences`)
    return differences.length === 0 ? 0 : 1
  },

  /** Recomputes an event's standings from its JSON export alone; exit code 1 if they differ from the standings in the export. */
  async 'check-event'(args) {
    const [file] = readWords(args, { usage: 'check-event FILE', operands: ['FILE'] }).words
    const exported = readJson(file!)
    if (!isEventExport(exported)) throw new UsageError(`${file} is not a whole export of an event.`)
    const differences = listDifferences(exported)
    for (const { name, entrantId, figure, exported: was, computed } of differences)
      print(`${name || entrantId}: ${figure} is ${was || 'missing'} in the file, ${computed || 'missing'} when worked out anew`)
    const { event, entrants } = exported
    print(`${event.name}: ${entrants.length} players, ${differences.length} differences`)
    return differences.length === 0 ? 0 : 1
  },

  /** Adds the users of an older site (docs/legacy-users.md); exit code 1 when one was refused. */
  async 'import-legacy-users'(args, environment) {
    const [file] = readWords(args, { usage: 'import-legacy-users FILE', operands: ['FILE'] }).words
    const users = readJson(file!)
    if (!Array.isArray(users)) throw new UsageError(`${file} does not hold a list of users.`)
    const { added, unchanged, refused } = await withDatabase(environment, async database => {
      const imported = await importLegacyUsers(database, users)
      await insertRoles(database.db, imported.roles)
      return imported
    })
    for (const { index, who, reason } of refused) print(`refused record ${index} (${who}): ${reason}`)
    print(`${added} added, ${unchanged} unchanged, ${refused.length} refused`)
    return refused.length === 0 ? 0 : 1
  },
}

const LISTS_OF_EXPORT = ['machines', 'entrants', 'attempts', 'voids', 'rounds', 'standings'] as const

function isEventExport(json: unknown): json is ExportedEvent {
  const exported = json as Partial<ExportedEvent> | null
  return (
    exported?.kind === 'skillshot-event' &&
    exported.version === 1 &&
    typeof exported.event?.format === 'object' &&
    LISTS_OF_EXPORT.every(name => Array.isArray(exported[name]))
  )
}

/** `npm run admin -- COMMAND` */
await runProgram(async ([name = '', ...args], environment) => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new UsageError(`Name a command: ${Object.keys(commands).join(', ')}`)
  return command(args, environment)
})

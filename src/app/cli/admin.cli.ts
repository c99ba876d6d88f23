import { type ParseArgsConfig, parseArgs } from 'node:util'
import { importLegacyUsers } from '../../features/accounts/server/passwords/legacy-import.ts'
import { type ExportedEvent, listDifferences } from '../../features/events/rules/verify-export.ts'
import { insertRoles } from '../../features/roles/server/store.ts'
import { verifyBoards } from '../../features/scores/server/boards/verify-boards.ts'
import type { Database } from '../../platform/db/database.ts'
import { changeRole, deleteUser, enroll, roleLines, userId } from './admin-users.ts'
import { runWithFeatures } from './cli-features.ts'
import { type CliEnvironment, readJson, runTool } from './cli-runtime.ts'
import { UsageError } from './usage-error.ts'

type Command = (database: Database, args: string[], environment: CliEnvironment) => Promise<number>

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** @throws UsageError */
function options<Name extends string>(args: string[], usage: string, ...names: Name[]): Partial<Record<Name, string>> {
  const knownCommand: ParseArgsConfig['options'] = Object.fromEntries(names.map(name => [name, { type: 'string' as const }]))
  try {
    return parseArgs({ args, options: knownCommand }).values as Partial<Record<Name, string>>
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}. The command is: ${usage}`)
  }
}

const commands: Record<string, Command> = {
  /** Recomputes every board from the scores alone and compares it with the stored data; exit code 1 if something differs. */
  async recompute(database) {
    const { machines, players, differences } = await verifyBoards(database)
    for (const { machineId, what } of differences) print(`${machineId}: ${what} differs from the scores`)
    print(`${machines} machines, ${players} places, ${differences.length} differences`)
    return differences.length === 0 ? 0 : 1
  },

  /** Creates an account, or a new link for an account without a password. The link is printed; no e-mail is sent. */
  async enroll(database, args, environment) {
    const usage = 'enroll --username NAME [--email ADDRESS] [--role ROLE]'
    const { username, email, role } = options(args, usage, 'username', 'email', 'role')
    if (username === undefined) throw new UsageError(`Name the user: ${usage}`)
    const { rootUrl } = environment.config
    const path = await runWithFeatures(database, environment, features => enroll(database, features, { username, email, role }))
    print(`${rootUrl ?? ''}${path}`)
    print(
      `It works once and is good for 30 days.${rootUrl === null ? ' Put the address of your site before it: ROOT_URL is not set.' : ''}`,
    )
    return 0
  },

  /** Adds or removes a role if asked to, then lists the users of each role. */
  async roles(database, args, environment) {
    const usage = 'roles [--add ROLE | --remove ROLE --username NAME]'
    const { add, remove, username } = options(args, usage, 'add', 'remove', 'username')
    const role = add ?? remove
    if ((role === undefined) !== (username === undefined) || (add !== undefined && remove !== undefined))
      throw new UsageError(`One role and one user: ${usage}`)
    if (role !== undefined)
      await runWithFeatures(database, environment, async features =>
        changeRole(database, features, await userId(features.accounts, username!), role, add === undefined ? 'remove' : 'add'),
      )
    for (const line of await roleLines(database)) print(line)
    return 0
  },

  /** Deletes a user as the user could: sessions, e-mail address and profile are deleted at once, and the scores with `--scores erase`. */
  async 'delete-user'(database, args, environment) {
    const usage = 'delete-user --username NAME --scores erase|keep'
    const { username, scores } = options(args, usage, 'username', 'scores')
    if (username === undefined || (scores !== 'erase' && scores !== 'keep'))
      throw new UsageError(`Name the user, and say what becomes of the scores: ${usage}`)
    await runWithFeatures(database, environment, async features =>
      deleteUser(features, await userId(features.accounts, username), scores === 'erase'),
    )
    print(`${username} is deleted; the scores are ${scores === 'erase' ? 'erased too' : 'kept as "Deleted player"'}.`)
    return 0
  },

  /** Compares the pictures' files with the database; exit code 1 when something differs. */
  async 'verify-storage'(database, _args, environment) {
    const { files, pictures, differences } = await runWithFeatures(database, environment, ({ uploads }) => uploads.verify())
    for (const difference of differences) print(difference)
    print(`${files} files, ${pictures} pictures, ${differences.length} differences`)
    return differences.length === 0 ? 0 : 1
  },

  /** Recomputes an event's standings from its JSON export alone; exit code 1 if they differ from the standings in the export. */
  async 'check-event'(_database, [file]) {
    if (file === undefined) throw new UsageError('Name the file: check-event FILE')
    const exported = readJson(file) as Partial<ExportedEvent> | null
    if (exported?.kind !== 'skillshot-event' || exported.version !== 1) throw new UsageError(`${file} is not an export of an event.`)
    const differences = listDifferences(exported as ExportedEvent)
    for (const { name, entrantId, figure, exported: was, computed } of differences)
      print(`${name || entrantId}: ${figure} is ${was || 'missing'} in the file, ${computed || 'missing'} when worked out anew`)
    const { event, entrants } = exported as ExportedEvent
    print(`${event.name}: ${entrants.length} players, ${differences.length} differences`)
    return differences.length === 0 ? 0 : 1
  },

  /** Adds the users of an older site (docs/legacy-users.md); exit code 1 when one was refused. */
  async 'import-legacy-users'(database, [file]) {
    if (file === undefined) throw new UsageError('Name the file: import-legacy-users FILE')
    const { added, unchanged, refused, roles } = await importLegacyUsers(database, readJson(file))
    await insertRoles(database.db, roles)
    for (const { index, who, reason } of refused) print(`refused record ${index} (${who}): ${reason}`)
    print(`${added} added, ${unchanged} unchanged, ${refused.length} refused`)
    return refused.length === 0 ? 0 : 1
  },
}

/** `npm run admin -- COMMAND` */
await runTool(async (database, [name = '', ...args], environment) => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new UsageError(`Name a command: ${Object.keys(commands).join(', ')}`)
  return command(database, args, environment)
})

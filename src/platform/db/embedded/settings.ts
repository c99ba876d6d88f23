/** The port in the socket's name; Postgres does not listen on a network. */
export const PORT = 5432

/** Bootstrap superuser of the cluster. */
export const USER = 'app'

/**
 * Postgres' settings for little memory and full durability (launcher rule 9), given on the command line so that no file can override them.
 */
const SETTINGS: Record<string, string> = {
  shared_buffers: '64MB',
  max_connections: '30',
  max_wal_size: '256MB',
  jit: 'off',
  max_logical_replication_workers: '0',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // The app reports the errors of its own statements, so the log keeps only what Postgres alone knows.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/**
 * Returns the arguments of `postgres` for a cluster and a socket folder.
 * @param instead settings that replace ours, see `EmbeddedOptions`
 */
export function postgresArguments(data: string, run: string, instead: Record<string, string> = {}): string[] {
  const settings = Object.entries({ ...SETTINGS, ...instead, port: String(PORT), unix_socket_directories: run })
  return ['-D', data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/**
 * Returns the arguments of `initdb` (launcher rule 3). Text sorts by code point; queries whose order people see ask for COLLATE
 * "und-x-icu".
 */
export function initdbArguments(data: string): string[] {
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  return ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', ...locale, '--no-instructions']
}

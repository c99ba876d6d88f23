import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionOptions } from 'node:tls'
import { StartError } from '#platform/start-error.ts'

/** The `ssl` option of node-postgres; false: not encrypted. */
export type Ssl = ConnectionOptions | false

const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
type Mode = (typeof MODES)[number]

/** Parameters that are read here. The driver reads some of them differently, so it does not get them. */
const OWN_PARAMETERS = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslpassword', 'uselibpqcompat']
/** Parameters that make a connection safer and are not supported here: ignoring them would be worse than not starting. */
const REFUSED_PARAMETERS = ['sslcrl', 'sslcrldir']

const UNVERIFIED: ConnectionOptions = { rejectUnauthorized: false }

export interface SslPlan {
  /** the address without the parameters that are read here */
  url: string
  /** the options to try, one after another */
  attempts: [Ssl, ...Ssl[]]
}

/**
 * Finds out how a connection to Postgres is encrypted, from the parameters of its address as libpq reads them
 * (https://www.postgresql.org/docs/current/libpq-ssl.html). One difference: `verify-full` without a root certificate trusts the authorities
 * that Node knows, where libpq refuses; `sslrootcert=system` means the same.
 * @param home the folder whose `.postgresql` holds the certificates that are used when the address names none
 * @throws StartError for an unknown mode, a parameter that is not supported, and a file that is missing or cannot be read
 */
export function planSsl(databaseUrl: string, home = homedir()): SslPlan {
  const url = new URL(databaseUrl)
  const parameters = new Map(url.searchParams)
  const refused = REFUSED_PARAMETERS.find(name => parameters.has(name))
  if (refused !== undefined) throw new StartError(`DATABASE_URL has ${refused}, which Skillshot cannot follow: remove it.`)
  const mode = parseMode(parameters)
  for (const name of OWN_PARAMETERS) url.searchParams.delete(name)
  const host = parameters.get('host') ?? decodeURIComponent(url.hostname)
  // Connections between processes of one machine, over a Unix socket, are not encrypted.
  const attempts: SslPlan['attempts'] =
    host.startsWith('/') || host === '' ? [false] : listAttempts(mode, parameters, join(home, '.postgresql'))
  return { url: url.href, attempts }
}

function parseMode(parameters: ReadonlyMap<string, string>): Mode | 'no-verify' {
  const text = parameters.get('sslmode')
  if (text === undefined) {
    const ssl = parameters.get('ssl')
    if (parameters.get('sslrootcert') === 'system') return 'verify-full'
    return ssl === undefined ? 'prefer' : ['true', '1'].includes(ssl) ? 'require' : 'disable'
  }
  const mode = [...MODES, 'no-verify' as const].find(each => each === text)
  if (mode === undefined) throw new StartError(`DATABASE_URL has sslmode=${text}. Give one of ${MODES.join(', ')}.`)
  if (parameters.get('sslrootcert') === 'system' && mode !== 'verify-full')
    throw new StartError(`DATABASE_URL has sslrootcert=system with sslmode=${mode}. Give sslmode=verify-full with it.`)
  return mode
}

function listAttempts(mode: Mode | 'no-verify', parameters: ReadonlyMap<string, string>, folder: string): SslPlan['attempts'] {
  if (mode === 'disable') return [false]
  const own = readClientCertificate(parameters, folder)
  const root = parameters.get('sslrootcert') === 'system' ? null : readParameterFile(parameters, 'sslrootcert', join(folder, 'root.crt'))
  const unverified: Ssl = { ...own, ...UNVERIFIED }
  const byAuthority = (ca: string): Ssl => ({ ...own, ca, checkServerIdentity: () => undefined })
  switch (mode) {
    case 'allow':
      return [false, unverified]
    case 'prefer':
      return [unverified, false]
    case 'no-verify':
      return [unverified]
    case 'require':
      return [root === null ? unverified : byAuthority(root)]
    case 'verify-ca':
      if (root === null)
        throw new StartError(
          'DATABASE_URL has sslmode=verify-ca without sslrootcert. Name the file of the authority, or give sslmode=verify-full.',
        )
      return [byAuthority(root)]
    case 'verify-full':
      return [{ ...own, ...(root === null ? {} : { ca: root }) }]
  }
}

/** Returns this client's own certificate with its key; an empty object where there is none. */
function readClientCertificate(parameters: ReadonlyMap<string, string>, folder: string): ConnectionOptions {
  const cert = readParameterFile(parameters, 'sslcert', join(folder, 'postgresql.crt'))
  if (cert === null) return {}
  const key = readParameterFile(parameters, 'sslkey', join(folder, 'postgresql.key'))
  if (key === null) throw new StartError('DATABASE_URL has sslcert without sslkey. Name the file of the key too.')
  const passphrase = parameters.get('sslpassword')
  return { cert, key, ...(passphrase === undefined ? {} : { passphrase }) }
}

/** @returns the file's text; null when the address names no file and the usual one does not exist */
function readParameterFile(parameters: ReadonlyMap<string, string>, name: string, usual: string): string | null {
  const path = parameters.get(name) ?? (existsSync(usual) ? usual : null)
  if (path === null) return null
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StartError(`DATABASE_URL needs ${path} as ${name}, which cannot be read. Check the path and its permissions.`)
  }
}

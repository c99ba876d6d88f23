import { StartError } from '#platform/start-error.ts'

const UNSUPPORTED = 'The server does not support SSL connections'

/** Error codes of Node's TLS for a certificate that it does not trust. */
const UNTRUSTED =
  /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|CERT_(HAS_EXPIRED|NOT_YET_VALID|UNTRUSTED|REJECTED|REVOKED|SIGNATURE_FAILURE)|INVALID_CA|HOSTNAME_MISMATCH/

const getErrorCode = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')
const getMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** True if a connection failed because of its encryption, before the server asked for a password. */
export function isAboutTls(error: unknown): boolean {
  const code = getErrorCode(error)
  return (
    [UNSUPPORTED, 'There was an error establishing an SSL connection'].includes(getMessage(error)) ||
    UNTRUSTED.test(code) ||
    /^(ERR_SSL_|ERR_TLS_|ERR_OSSL_|EPROTO)/.test(code)
  )
}

/** True if Postgres' pg_hba.conf has no line for this user, database, address and kind of connection, or has a line that refuses it. */
export const isForbidden = (error: unknown): boolean => getErrorCode(error) === '28000'

/**
 * Explains why the Postgres of DATABASE_URL cannot be used.
 * @param databaseUrl as it was given
 * @returns a StartError whose message is one sentence that says what to do and holds no password; the error itself where its cause is
 *   unknown
 */
export function explainConnect(error: unknown, databaseUrl: string): unknown {
  const explanation = explainError(error, parseTarget(databaseUrl))
  return explanation === null ? error : new StartError(explanation, { cause: error })
}

/** The error of a DATABASE_URL whose pooler shares the sessions of Postgres between connections. */
export function poolerError(databaseUrl: string): StartError {
  const { target } = parseTarget(databaseUrl)
  return new StartError(
    `The pooler at ${target} gives each transaction another session: set its pool_mode to session, or name Postgres itself in DATABASE_URL.`,
  )
}

interface ConnectTarget {
  /** `db.example:5432`; for a Unix socket its folder takes the place of the host */
  target: string
  host: string
  user: string
  database: string
}

/** An empty user or database means that the driver takes the name of the operating-system user that this process runs as. */
function parseTarget(databaseUrl: string): ConnectTarget {
  const url = new URL(databaseUrl)
  const host = url.searchParams.get('host') || decodeURIComponent(url.hostname) || 'localhost'
  const port = url.searchParams.get('port') || url.port || '5432'
  const user = decodeURIComponent(url.username) || url.searchParams.get('user') || ''
  const database = decodeURIComponent(url.pathname.slice(1)) || user
  return { target: `${host}:${port}`, host, user, database }
}

function explainError(error: unknown, { target, host, user, database }: ConnectTarget): string | null {
  const code = getErrorCode(error)
  const message = getMessage(error)
  if (code === 'ECONNREFUSED' || code === 'ENOENT')
    return `No Postgres takes connections at ${target}: start it, or correct host and port in DATABASE_URL.`
  if (['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME'].includes(code))
    return `The host ${host} of DATABASE_URL cannot be found: correct its name, or fix the name service of this machine.`
  if (['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code) || /timeout expired|timeout exceeded|connection timeout/.test(message))
    return `The Postgres at ${target} does not answer: correct host and port in DATABASE_URL, or let this machine through to it.`
  if (message.startsWith('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password'))
    return `The Postgres at ${target} wants a password of the user "${user}": add it to DATABASE_URL.`
  if (code === '28P01') return `The Postgres at ${target} does not take this password of the user "${user}": correct both in DATABASE_URL.`
  if (code === '28000')
    return `The Postgres at ${target} refuses the user "${user}" (${message}): correct DATABASE_URL, or allow it in pg_hba.conf.`
  if (code === '3D000')
    return `The Postgres at ${target} has no database "${database}": make it (createdb), or name another one in DATABASE_URL.`
  if (code === '42704' || (code === '08P01' && message.includes('startup parameter')))
    return `What stands at ${target} does not take a setting of DATABASE_URL or PGOPTIONS (${message}): remove it there, or name Postgres itself if that is a pooler.`
  if (['53300', '57P03'].includes(code)) return `The Postgres at ${target} takes no connection just now (${message}): try again soon.`
  if (message === UNSUPPORTED)
    return `The Postgres at ${target} does not encrypt connections: switch on its TLS, or put sslmode=prefer or disable into DATABASE_URL.`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of the Postgres at ${target} is not for ${host}: use the name that it is for in DATABASE_URL, or sslmode=verify-ca.`
  if (UNTRUSTED.test(code))
    return `The certificate of the Postgres at ${target} is not trusted (${message}): name its authority as sslrootcert in DATABASE_URL.`
  if (isAboutTls(error))
    return `No encrypted connection to the Postgres at ${target} comes about (${message}): check sslmode and the other ssl settings of DATABASE_URL.`
  return null
}

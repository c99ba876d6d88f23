import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { steadyClock } from '#ddp/timing/steady-clock.ts'
import { nodeSocket } from '#ddp/transport/node/client-socket.ts'
import { ConfigError } from '#platform/config/read-env.ts'
import { processReporterKey } from '#platform/config/reporter-config.ts'
import { BOARD_PORTS, Reporter } from '#reporter/reporter.ts'
import { siteSocketUrl } from '#reporter/site-address.ts'
import { StatusPage } from '#reporter/status-page.ts'
import { readWords } from './read-words.ts'
import { UsageError } from './usage-error.ts'

/** Numbers among which chance chooses. */
const RANDOM_STEPS = 2 ** 32

const USAGE = 'npm run reporter -- --site https://scores.example --key-file FILE [--data DIR] [--port N]'
/** The last five are for a machine with several networks, and for tests. */
const OPTIONS = ['site', 'key', 'key-file', 'data', 'port', 'listen', 'game-port', 'discovery-port', 'board-http-port'] as const
const STATUS_PORT = 4680
/** ms that the end may take when the process is told to stop */
const GRACE_MS = 2000

/** Returns a port that was given as a word. 0: any one that is free. @throws UsageError */
function portOf(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new UsageError(`--${name} is "${text}". Give a whole number from 0 to 65535.`)
}

/** Returns the reporter's key, from where it was given. @throws UsageError */
function readKey(word: string | undefined, file: string | undefined): string {
  if (word !== undefined && file !== undefined) throw new UsageError('Give either --key or --key-file, not both.')
  const key = word ?? (file === undefined ? processReporterKey() : readKeyFile(file))
  if (key === null || key === '')
    throw new UsageError(
      'The key is missing: make one under "Stations" of the venue, and give it by --key-file FILE, SKILLSHOT_REPORTER_KEY or --key.',
    )
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw new UsageError('The key is none that a site has made: it has spaces, or is too long.')
  return key
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new UsageError(`--key-file names ${file}, which cannot be read. Check the path and its permissions.`)
  }
}

/** Says what to do about an error of the system. */
function advice(error: unknown): string {
  const { code, syscall, port, path, message } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE' && syscall === 'listen')
    return `Port ${port} of this machine is in use, perhaps by a reporter that runs already. Stop it, or give another port with --port.`
  if (code === 'EADDRINUSE') return `Another program has port ${port} for itself, at which machine boards are heard. Stop it.`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `${path ?? 'The port'} may not be used by this user. Give another folder with --data, or make it writable.`
  return message
}

const log = (text: string): void => void process.stderr.write(`${text}\n`)

/** Runs the reporter until the process is told to stop. @throws UsageError and ConfigError for mistakes of the caller */
async function run(): Promise<void> {
  const { values } = readWords(process.argv.slice(2), { usage: USAGE, options: OPTIONS })
  if (values.site === undefined) throw new UsageError(`--site is missing. The command is: ${USAGE}`)
  const url = siteSocketUrl(values.site)
  if (url === null)
    throw new UsageError(
      `--site is "${values.site}". Give the https address of the site; http is for a site on this machine or in this network alone.`,
    )
  const statusPort = portOf('port', values.port, STATUS_PORT)
  let reporter: Reporter | null = null
  const options = {
    site: values.site,
    connect: () => nodeSocket(url),
    key: readKey(values.key, values['key-file']),
    dir: resolve(values.data ?? './reporter-data'),
    clock: steadyClock,
    timeOfDay: () => Date.now(),
    random: () => randomInt(RANDOM_STEPS) / RANDOM_STEPS,
    ports: {
      host: values.listen ?? BOARD_PORTS.host,
      game: portOf('game-port', values['game-port'], BOARD_PORTS.game),
      discovery: portOf('discovery-port', values['discovery-port'], BOARD_PORTS.discovery),
      http: portOf('board-http-port', values['board-http-port'], BOARD_PORTS.http),
    },
    log,
  }
  const page = new StatusPage(() => reporter?.status() ?? null)
  const stop = (): void => {
    setTimeout(() => process.exit(1), GRACE_MS).unref()
    page.close()
    void Promise.resolve(reporter?.close()).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, stop)
  // Before anything is listened to: a second reporter on this machine ends here, and so reports no game twice.
  const port = await page.open(statusPort)
  reporter = await Reporter.start(options)
  const { game, discovery } = reporter.ports
  process.stdout.write(`The reporter listens at UDP ports ${game} and ${discovery}. Its page is http://localhost:${port}\n`)
}

try {
  await run()
} catch (error) {
  const isMistake = error instanceof UsageError || error instanceof ConfigError
  log(isMistake ? error.message : advice(error))
  process.exit(isMistake ? 2 : 1)
}

import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { steadyClock } from '#ddp/timing/steady-clock.ts'
import { nodeSocket } from '#ddp/transport/node/client-socket.ts'
import type { Config } from '#platform/config/config.ts'
import { isWildcard, LOOPBACK } from '#platform/http/reach.ts'
import type { Log } from '#platform/log/log.ts'
import { BOARD_PORTS, type BoardPorts, Reporter } from '#reporter/reporter.ts'

/** Numbers among which chance chooses. */
const RANDOM_STEPS = 2 ** 32

export interface SiteReporterOptions {
  config: Pick<Config, 'host' | 'dataDir'>
  key: string
  log: Log
  /** The port that the site listens at. */
  port(): number
  ports?: BoardPorts
}

/**
 * Starts the reporter in the site's process (`REPORTER=on`). It is a client of the site like any other, with a key, over this machine's own
 * network. If it cannot listen, the log says so and the site goes on without it.
 * @returns stops it
 */
export async function startSiteReporter({
  config,
  key,
  log,
  port,
  ports = BOARD_PORTS,
}: SiteReporterOptions): Promise<() => Promise<void>> {
  const host = config.host === null || isWildcard(config.host) ? LOOPBACK : config.host
  const address = (): string => `${host.includes(':') ? `[${host.replace(/[[\]]/g, '')}]` : host}:${port()}`
  try {
    const reporter = await Reporter.start({
      site: `http://${address()}`,
      connect: () => nodeSocket(`ws://${address()}/websocket`),
      ...{ key, ports, clock: steadyClock, timeOfDay: () => Date.now(), random: () => randomInt(RANDOM_STEPS) / RANDOM_STEPS },
      dir: join(config.dataDir, 'reporter'),
      log: text => log.info(`reporter: ${text}`),
    })
    return () => reporter.close()
  } catch (err) {
    log.error({ err }, 'the reporter could not be started, so no machine board is heard; the site runs without it')
    return async () => {}
  }
}

import type { SiteLinkStatus } from './site-link.ts'
import type { SpoolCounts } from './spool.ts'
import type { DatagramCounts } from './udp-listener.ts'
import type { DroppedCounts, MachineBoardView } from './venue-boards.ts'

/** What a reporter knows of itself, for the status page and the metrics. Times in ms. */
export interface ReporterStatus {
  /** the address of the site */
  site: string
  now: number
  startedAt: number
  link: SiteLinkStatus
  boards: MachineBoardView[]
  spool: SpoolCounts & { failure: string | null; reasons: ReadonlyMap<string, number> }
  datagrams: DatagramCounts
  dropped: DroppedCounts
}

/** Writes a status as Prometheus reads it. */
export function metricsText({ link, boards, spool, datagrams, dropped, startedAt }: ReporterStatus): string {
  const lines: string[] = []
  const add = (name: string, type: 'counter' | 'gauge', help: string, values: Readonly<Record<string, number>>): void => {
    lines.push(`# HELP skillshot_reporter_${name} ${help}`, `# TYPE skillshot_reporter_${name} ${type}`)
    for (const [labels, value] of Object.entries(values)) lines.push(`skillshot_reporter_${name}${labels} ${value}`)
  }
  add('connected', 'gauge', 'Whether there is a connection to the site.', { '': Number(link.connection === 'connected') })
  add('refused', 'gauge', 'Whether the site refuses this reporter.', { '': Number(link.refusal !== null) })
  add('boards', 'gauge', 'Machine boards that are followed.', {
    '{paired="yes"}': boards.filter(({ isPaired }) => isPaired).length,
    '{paired="no"}': boards.filter(({ isPaired }) => !isPaired).length,
  })
  add('boards_playing', 'gauge', 'Machine boards with a game under way.', { '': boards.filter(({ state }) => state?.playing).length })
  add('games', 'gauge', 'Ended games in the spool.', { '{state="waiting"}': spool.waiting, '{state="aside"}': spool.aside })
  add('reports_sent_total', 'counter', 'Reports of ended games that the site has taken.', { '': link.sent })
  add('calls_failed_total', 'counter', 'Calls that the site has not taken.', { '': link.failed })
  add('spool_failed', 'gauge', 'Whether the spool cannot be written.', { '': Number(spool.failure !== null) })
  add('datagrams_total', 'counter', 'Datagrams that were received.', { '': datagrams.received })
  add('dropped_total', 'counter', 'What was dropped, by why.', {
    '{why="large"}': datagrams.large,
    '{why="fast"}': datagrams.fast,
    '{why="unknown"}': dropped.unknown,
    '{why="boards"}': dropped.boards,
    '{why="ends"}': dropped.ends,
    '{why="spool-full"}': spool.dropped,
  })
  add('start_time_seconds', 'gauge', 'When the reporter was started, in seconds since 1970.', { '': startedAt / 1000 })
  return `${lines.join('\n')}\n`
}

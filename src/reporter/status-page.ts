import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { metricsText, type ReporterStatus } from './reporter-status.ts'
import type { MachineBoardView } from './venue-boards.ts'

const HOST = '127.0.0.1'
/** s after which the page is loaded again */
const REFRESH_S = 5

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; margin-top: 2rem }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem } dt { opacity: 0.8 } dd { margin: 0; overflow-wrap: anywhere }
.scroll { overflow-x: auto } table { border-collapse: collapse; width: 100% }
th, td { text-align: start; padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid color-mix(in srgb, currentcolor 30%, transparent); white-space: nowrap }
td.number, th.number { text-align: end; font-variant-numeric: tabular-nums }
.problem { border-inline-start: 0.3rem solid #d33; padding-inline-start: 0.75rem }
`

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, each => `&#${each.charCodeAt(0)};`)

/** Returns how long ago something was, in the largest unit that fits. */
function ago(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 120) return `${seconds} s ago`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min ago` : `${Math.round(seconds / 3600)} h ago`
}

function stateText({ state, heardAt }: MachineBoardView): string {
  if (state === null) return heardAt === null ? 'not heard yet' : 'does not answer'
  if (!state.playing) return 'no game'
  const ball = state.ball === 0 ? '' : `, ball ${state.ball}`
  return `playing${ball}: ${state.scores.map(score => score.toLocaleString('en')).join(' · ')}`
}

const CONNECTIONS = { connected: 'connected', connecting: 'connecting', waiting: 'not connected; it is tried again' }

const problem = (text: string): string => `<p class="problem" role="status">${escapeHtml(text)}</p>`

function problems({ link, spool }: ReporterStatus): string[] {
  return [
    ...(link.refusal === null
      ? []
      : [problem(`The site takes nothing from this reporter: ${link.refusal} It is asked again each minute.`)]),
    ...(spool.failure === null
      ? []
      : [problem(`Games cannot be written to the disk: ${spool.failure}. They are in memory only, and sent from there.`)]),
    ...(spool.dropped === 0 ? [] : [problem(`${spool.dropped} games were lost, because too many wait.`)]),
    ...[...spool.reasons].map(([reason, count]) =>
      problem(`${count} ${count === 1 ? 'game was' : 'games were'} not taken by the site: ${reason}`),
    ),
  ]
}

function page(status: ReporterStatus): string {
  const { link, site, boards, spool, datagrams, dropped, now } = status
  const facts: [string, string][] = [
    ['Site', site],
    ['Connection', CONNECTIONS[link.connection]],
    ['Games sent', String(link.sent)],
    ['Games that wait', String(spool.waiting)],
    ['Games set aside', String(spool.aside)],
    [
      'Dropped datagrams',
      `${datagrams.fast} too many, ${datagrams.large} too long, ${dropped.unknown} not of a board, ${dropped.boards} of too many boards, ${dropped.ends} of too many games`,
    ],
  ]
  const rows = boards.map(
    board =>
      `<tr><th scope="row">${escapeHtml(board.name || 'no name yet')}</th><td>${escapeHtml(board.address)}</td><td><code>${escapeHtml(board.id)}</code></td><td>${board.isPaired ? 'yes' : 'no'}</td><td>${board.heardAt === null ? '–' : ago(now - board.heardAt)}</td><td>${escapeHtml(stateText(board))}</td><td class="number">${board.games}</td></tr>`,
  )
  const table =
    rows.length === 0
      ? '<p>None was heard yet. A board is heard when its machine is switched on, or a game is played.</p>'
      : `<div class="scroll" role="region" aria-labelledby="boards" tabindex="0"><table><thead><tr><th scope="col">Name</th><th scope="col">Address</th><th scope="col">Id</th><th scope="col">Paired</th><th scope="col">Heard</th><th scope="col">State</th><th scope="col" class="number">Games</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${REFRESH_S}">
<title>Skillshot reporter</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<main>
<h1>Skillshot reporter</h1>
${problems(status).join('\n')}
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>
<h2 id="boards">Machine boards (${boards.length})</h2>
${table}
</main>
</body>
</html>
`
}

/** The page on which this machine's users see what the reporter does. It answers requests from this machine alone. */
export class StatusPage {
  readonly #server: Server
  readonly #status: () => ReporterStatus | null

  /** @param status null: the reporter is starting */
  constructor(status: () => ReporterStatus | null) {
    this.#status = status
    this.#server = createServer({ requestTimeout: 5000, headersTimeout: 5000, keepAliveTimeout: 1000 }, (request, response) =>
      this.#answer(request, response),
    )
    this.#server.maxConnections = 20
  }

  /** @returns the port @throws the error of the system if the port cannot be had */
  open(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, HOST, () => {
        this.#server.off('error', reject)
        resolve((this.#server.address() as AddressInfo).port)
      })
    })
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const send = (status: number, type: string, text: string): void => {
      response.writeHead(status, { ...HEADERS, 'content-type': `${type}; charset=utf-8` })
      response.end(request.method === 'HEAD' ? undefined : text)
    }
    // A page of the internet whose name leads to this machine cannot read this one.
    if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(request.headers.host ?? '')) return send(403, 'text/plain', 'Forbidden\n')
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, 'text/plain', 'Method not allowed\n')
    if (request.url === '/style.css') return send(200, 'text/css', STYLE)
    const status = this.#status()
    if (status === null) return send(503, 'text/plain', 'Starting\n')
    switch (request.url) {
      case '/':
        return send(200, 'text/html', page(status))
      case '/healthz':
        return send(200, 'text/plain', 'ok\n')
      case '/metrics':
        return send(200, 'text/plain; version=0.0.4', metricsText(status))
      default:
        return send(404, 'text/plain', 'Not found\n')
    }
  }
}

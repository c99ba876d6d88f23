import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { openBrowser, openPage, waitUntilLive } from '../tests/e2e/helpers/browser.ts'
import { measureScripts } from './bytes/scripts.ts'
import { fillBoard } from './lib/fill-board.ts'
import { createDataFolder, type Program, startSkillshot } from './lib/program.ts'
import { formatNumber, formatRatio, printTable, Targets } from './lib/report.ts'
import { startNext } from './pages/next.ts'

/** Measures what a first visit loads besides the HTML: scripts (gzipped) and socket messages. Needs Chromium: `npm run bench bytes`. */
const PLAYERS = 50

interface Visit {
  /** Bytes of the fetched scripts, each gzipped. */
  scripts: number
  /** Bytes of the messages that the socket received until every subscription was ready. */
  socket: number
  texts: number
}

async function visit(browser: Browser, url: string, socket: boolean): Promise<Visit> {
  const watched = await openPage(browser, { worker: true })
  const scripts: Promise<Buffer>[] = []
  watched.page.on('response', response => {
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  })
  await watched.page.goto(url)
  if (socket) await waitUntilLive(watched)
  await watched.page.waitForLoadState('networkidle')
  const bodies = await Promise.all(scripts)
  await watched.page.context().close()
  return {
    scripts: bodies.reduce((sum, body) => sum + gzipSync(body).length, 0),
    socket: watched.frames.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    texts: watched.frames.length,
  }
}

const folder = createDataFolder()
const programs: Program[] = []
const browser = await openBrowser()
const rows: { name: string; first: { bytes: number; files: number }; seen: Visit }[] = []
try {
  const ours = await startSkillshot(folder.path)
  const next = await startNext()
  programs.push(ours, next)
  const { machineId, scoreId } = await fillBoard(ours, PLAYERS)
  for (const [name, { port }, path] of [
    ['home', ours, '/'],
    ['machine', ours, `/machines/${machineId}`],
    ['score', ours, `/scores/${scoreId}`],
    ['Next, the machine page', next, '/'],
  ] as const) {
    console.error(`bytes: ${name} …`)
    rows.push({
      name,
      first: await measureScripts(port, path),
      seen: await visit(browser, `http://localhost:${port}${path}`, port === ours.port),
    })
  }
} finally {
  await browser.close()
  for (const program of programs) await program.stop()
  folder.remove()
}

const peer = rows.at(-1)!
console.log(`\n## What a first visit loads besides the page\n`)
console.log(`Scripts are those that the page names and what they import; all that Chromium fetched stand beside them.\n`)
printTable(
  ['page', 'scripts, gzipped kB', 'files', 'against Next', 'all scripts kB', 'socket bytes', 'texts'],
  rows.map(({ name, first, seen }) => [
    name,
    formatNumber(first.bytes / 1000),
    String(first.files),
    formatRatio(first.bytes / peer.first.bytes),
    formatNumber(seen.scripts / 1000),
    String(seen.socket),
    String(seen.texts),
  ]),
)
console.log()
const targets = new Targets()
for (const { name, first, seen } of rows.slice(0, -1)) {
  targets.requireGoal(`${name}: scripts of at most 105 kB; ${formatNumber(first.bytes / 1000)} kB`, first.bytes <= 105_000)
  targets.requireGoal(`${name}: at most 200 bytes over the socket; ${seen.socket}`, seen.socket <= 200)
}
targets.setExitCode()

import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import type { ServerRun } from './server-run.ts'

/** ms for what is under way when it is told to stop */
const GRACE = 30_000

/*
 * The server's program. It listens for signals before anything else is loaded, which takes a second: whoever is told to stop while it starts has
 * done nothing wrong, and ends with 0 as one does that runs.
 */
let run: ServerRun | null = null

// A terminal that closes says so by SIGHUP; to a service it means: look again.
const reloads = !process.stdout.isTTY
closeWithGrace({ delay: GRACE, logger: false, skip: reloads ? ['SIGHUP'] : [] }, async ({ err, signal }) => {
  if (run !== null) await run.stop({ err, gradually: signal === 'SIGTERM' })
  else if (err !== undefined) process.stderr.write(`${err.stack ?? err.message}\n`)
})

const { ServerRun: Server, failureText } = await import('./server-run.ts')
run = new Server(fileURLToPath(new URL('../client', import.meta.url)))
if (reloads) process.on('SIGHUP', () => void run?.takeBuild())
try {
  await run.start()
} catch (error) {
  process.stderr.write(failureText(error))
  process.exit(1)
}

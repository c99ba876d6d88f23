import '#platform/config/default-node-env.ts'
import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import type { ServerRun } from './server-run.ts'

/** ms that the work under way gets when the process is told to stop */
const GRACE = 30_000

/*
 * The server's entry point. It handles signals before it loads the other modules, which takes about a second. A process that is told to
 * stop while it starts therefore exits with code 0, like one that is running.
 */
let run: ServerRun | null = null

// A terminal that is closed sends SIGHUP, which stops the server. A service gets SIGHUP as the request to read the build again.
const reloads = !process.stdout.isTTY
closeWithGrace({ delay: GRACE, logger: false, skip: reloads ? ['SIGHUP'] : [] }, async ({ err, signal }) => {
  if (run !== null) await run.stop({ err, gradually: signal === 'SIGTERM' })
  else if (err !== undefined) process.stderr.write(`${err.stack ?? err.message}\n`)
})

const { ServerRun: Server, failureText } = await import('./server-run.ts')
run = new Server(fileURLToPath(new URL('../client', import.meta.url)))
if (reloads) process.on('SIGHUP', () => void run?.reloadBuild())
try {
  await run.start()
} catch (error) {
  process.stderr.write(failureText(error))
  process.exit(1)
}

import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Runs the servers of test sites one after the other in one process, so that the built modules are loaded and compiled once. Gets
 * messages with the environment of a site to start, or null to stop it, and answers each: null, or the text of a failure.
 */
const dist = new URL('../../../dist/', import.meta.url)
const [module] = readdirSync(new URL('server/assets/', dist)).filter(name => /^server-run-.*\.js$/.test(name))
const { ServerRun, failureText } = await import(new URL(`server/assets/${module}`, dist).href)

let run = null

async function start(environment) {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, environment)
  run = new ServerRun(fileURLToPath(new URL('client', dist)))
  await run.start()
}

process.on('message', ({ environment }) => {
  const done = environment === null ? run.stop({ err: undefined, gradually: true }) : start(environment)
  done.then(
    () => process.send(null),
    error => process.send(failureText(error)),
  )
})
process.once('disconnect', () => process.exit())

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface ServerStart {
  environment: Record<string, string | undefined>
  /** called with each part of the server's output */
  onOutput: (text: string) => void
}

/** A server that is ready. */
export interface SiteServer {
  stop(): Promise<void>
  /** Makes the server read its build again (SIGHUP). */
  reloadBuild(): void
}

/**
 * Starts a server in a process of its own, as an operator does.
 * @param program the folder in which the product is installed
 */
export function startServer(program: string, { environment, onOutput }: ServerStart): Promise<SiteServer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/run.mjs', 'server'], { cwd: program, env: environment })
    let output = ''
    child.stderr.on('data', text => onOutput(String(text)))
    child.stdout.on('data', text => {
      onOutput(String(text))
      output += text
      if (output.includes('Skillshot is ready at')) resolve({ stop: () => end(child), reloadBuild: () => void child.kill('SIGHUP') })
    })
    child.once('exit', code => reject(new Error(`The server ended with ${code}: ${output}`)))
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** The process in which the servers of the test files of this worker run one after the other, and whether one runs there. */
let shared: { child: ChildProcess; isBusy: boolean; onOutput: (text: string) => void } | null = null

/**
 * Starts the built server of this repository in a process that has run other servers before, which saves loading and compiling the
 * modules. If a server runs there, this one gets a process of its own.
 * @param program the folder of this repository
 */
export async function startSharedServer(program: string, { environment, onOutput }: ServerStart): Promise<SiteServer> {
  if (shared?.isBusy) return startServer(program, { environment, onOutput })
  shared ??= startShared()
  const server = shared
  server.isBusy = true
  server.onOutput = onOutput
  /** Sends an environment to start a server with, or null to stop it, and waits until that is done. */
  const ask = async (wanted: ServerStart['environment'] | null): Promise<void> => {
    const { child } = server
    const settled = new AbortController()
    const { signal } = settled
    child.send({ environment: wanted })
    const answered = once(child, 'message', { signal }).then(([failure]) => failure as string | null)
    const ended = once(child, 'exit', { signal }).then(([code]) => `The process of the servers ended with ${code}`)
    const failure = await Promise.race([answered, ended]).finally(() => settled.abort())
    if (failure !== null) throw new Error(failure)
  }
  let runs = true
  await ask(environment)
  return {
    stop: async () => {
      if (!runs) return
      runs = false
      await ask(null)
      server.isBusy = false
    },
    reloadBuild: () => {
      throw new Error('A server in a shared process cannot read its build again')
    },
  }
}

function startShared(): NonNullable<typeof shared> {
  const program = fileURLToPath(new URL('shared-server.mjs', import.meta.url))
  const child = fork(program, { silent: true, execArgv: [], env: { ...process.env, NODE_ENV: 'production' } })
  const started = { child, isBusy: false, onOutput: (_text: string) => {} }
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', text => started.onOutput(String(text)))
  child.once('exit', () => {
    if (shared === started) shared = null
  })
  return started
}

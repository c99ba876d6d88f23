import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '#platform/db/embedded/launcher.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A server started by a benchmark. */
export interface Program {
  /** The roots of all its process trees, including its database. */
  roots: readonly number[]
  port: number
  /** Milliseconds from its start until it reported that it was ready. */
  startMs: number
  /** Resolves with the pattern's first group as soon as the pattern matches the program's output, including earlier output. */
  waitForOutput(pattern: RegExp): Promise<string>
  stop(): Promise<void>
}

interface Command {
  args: readonly string[]
  folder?: string
  environment?: Readonly<Record<string, string>>
  /** Matches the output when the program is ready; the first group is the port. */
  ready?: RegExp
}

/** Starts a Node program that reports on standard output when it is ready. Its standard error is inherited. */
export async function startProgram({
  args,
  folder = ROOT,
  environment = {},
  ready = /ready at http:\/\/[^/\s]*:(\d+)/,
}: Command): Promise<Program> {
  const from = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  const waitForOutput = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const checkOutput = (): void => {
        const found = pattern.exec(output)?.[1]
        if (found === undefined) return
        child.stdout.off('data', checkOutput)
        resolve(found)
      }
      void ended.then(() => reject(new Error(`${args.join(' ')} ended with ${child.exitCode}:\n${output}`)))
      child.stdout.on('data', checkOutput)
      checkOutput()
    })
  const port = Number(await waitForOutput(ready))
  const startMs = performance.now() - from
  const stop = (): Promise<void> => {
    process.off('exit', kill)
    child.kill('SIGTERM')
    return ended
  }
  return { roots: [child.pid!], port, startMs, waitForOutput, stop }
}

/** Creates an empty data folder that the user of Postgres can access; `remove` deletes it. */
export function createDataFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'skillshot-bench-'))
  chmodSync(path, 0o755)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

let built = false

/** Starts the built server as an operator does, with the embedded Postgres in `dataDir`, but without rate limits. */
export const startSkillshot = (dataDir: string): Promise<Program> => startNode(dataDir, {})

/** The same with further environment variables, such as those of a database and a Redis that several nodes share. */
export async function startNode(dataDir: string, environment: Readonly<Record<string, string>>): Promise<Program> {
  if (!built) runCommand(ROOT, process.execPath, 'scripts/build.mjs')
  built = true
  return startProgram({
    args: [...process.execArgv.filter(word => word.startsWith('--cpu-prof')), 'dist/server/server.js'],
    environment: { PORT: '0', DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...environment },
  })
}

/**
 * Starts a peer with its own Postgres, which is the same program with the same settings as ours. The peer gets its address in libpq's
 * PG… environment variables.
 */
export async function startPeerWithPostgres(name: string, dataDir: string, ...args: string[]): Promise<Program> {
  const folder = installPeer(name)
  const postgres = await startEmbeddedPostgres({ dataDir, role: 'server', log: console.error })
  const { host, port, user, database } = postgres.connection
  const postmaster = Number(readFileSync(join(realpathSync(join(dataDir, 'postgres')), 'data/postmaster.pid'), 'utf8').split('\n', 1)[0])
  try {
    const environment = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database }
    const program = await startProgram({ args: ['server.mjs', ...args], folder, environment })
    const stop = async (): Promise<void> => {
      await program.stop()
      await postgres.stop()
    }
    return { ...program, roots: [...program.roots, postmaster], stop }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

/** Returns the folder of a peer, after installing its packages from its own lockfile if needed. */
export function installPeer(name: string): string {
  const folder = join(ROOT, 'bench/peers', name)
  if (!existsSync(join(folder, 'node_modules'))) runCommand(folder, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund')
  return folder
}

/** Runs a command and waits for its end. @throws Error if it fails */
export function runCommand(folder: string, ...[command, ...args]: [string, ...string[]]): void {
  console.error(`${folder}: ${command} ${args.join(' ')} …`)
  const { status } = spawnSync(command, args, { cwd: folder, stdio: ['ignore', 2, 2], env: { ...process.env, NODE_ENV: 'production' } })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`)
}

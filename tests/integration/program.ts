import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { World } from './world.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Ran {
  code: number
  out: string
  err: string
}

/** Runs a program as an operator does, while the world's server runs. @param program its name in `scripts/run.mjs` */
export function runProgram(
  world: Pick<World, 'connection' | 'dataDir'>,
  program: string,
  args: readonly string[] = [],
  environment: Record<string, string> = {},
): Promise<Ran> {
  const { host, port, user, password, database } = world.connection as unknown as Record<string, string>
  const at = `${encodeURIComponent(user!)}${password === undefined ? '' : `:${encodeURIComponent(password)}`}`
  const env = {
    PATH: process.env.PATH!,
    DATABASE_URL: `postgres://${at}@localhost:${port}/${database}?host=${encodeURIComponent(host!)}`,
    DATA_DIR: world.dataDir,
    ...environment,
  }
  return new Promise(resolve =>
    execFile(process.execPath, ['scripts/run.mjs', program, ...args], { cwd: root, env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    ),
  )
}

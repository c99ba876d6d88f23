import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TestApp } from './test-app.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface ProgramResult {
  code: number
  out: string
  err: string
}

/** Runs a program as an operator does, while the server of the test application runs. @param program its name in `scripts/run.mjs` */
export function runProgram(
  testApp: Pick<TestApp, 'connection' | 'dataDir'>,
  program: string,
  args: readonly string[] = [],
  environment: Record<string, string> = {},
): Promise<ProgramResult> {
  const { host, port, user, password, database } = testApp.connection as unknown as Record<string, string>
  const credentials = `${encodeURIComponent(user!)}${password === undefined ? '' : `:${encodeURIComponent(password)}`}`
  const env = {
    PATH: process.env.PATH!,
    DATABASE_URL: `postgres://${credentials}@localhost:${port}/${database}?host=${encodeURIComponent(host!)}`,
    DATA_DIR: testApp.dataDir,
    ...environment,
  }
  return new Promise(resolve =>
    execFile(process.execPath, ['scripts/run.mjs', program, ...args], { cwd: root, env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    ),
  )
}

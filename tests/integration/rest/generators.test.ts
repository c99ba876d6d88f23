import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { signUp, type TestUser } from '../helpers/users.ts'

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const DOCUMENT = fileURLToPath(new URL('../../../src/features/rest/openapi.json', import.meta.url))

const COMPILER_OPTIONS = {
  target: 'es2023',
  module: 'nodenext',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
  strict: true,
  rootDir: '.',
  outDir: 'out',
}

/** A program that finds a machine, enters a score with a key and reads the board, as somebody writes it with the client that oazapfts makes. */
const WITH_OAZAPFTS = `
import { boardsTop, defaults, machinesSearch, scoresSubmit } from './client.js'
const [url, key, _id] = process.argv.slice(2) as [string, string, string]
defaults.baseUrl = url
defaults.headers = { authorization: \`Bearer \${key}\` }
const found = await machinesSearch('medieval madness')
if (found.status !== 200) throw new Error(String(found.status))
const { machineId } = found.data[0]!
const entered = await scoresSubmit({ _id, machineId, value: 52_340_120 })
if (entered.status !== 200) throw new Error(String(entered.status))
const board = await boardsTop({ machineId }, { limit: 5 })
if (board.status !== 200) throw new Error(String(board.status))
const refused = await scoresSubmit({ _id, machineId, value: -1 })
console.log(JSON.stringify({
  scoreId: entered.data.scoreId,
  values: board.data.boardRows.map(({ value }) => value),
  refused: refused.status === 400 ? refused.data.code : refused.status,
}))
`

/** The same with the client that swagger-typescript-api makes, but for the board, because it cannot write an object into a query. */
const WITH_SWAGGER_TYPESCRIPT_API = `
import { Api, type HttpResponse, type Problem } from './client.js'
const [url, key, _id] = process.argv.slice(2) as [string, string, string]
const { api } = new Api({ baseUrl: url, baseApiParams: { headers: { authorization: \`Bearer \${key}\` } } })
const { data: [machine] } = await api.machinesSearch({ text: 'medieval madness' })
const { machineId } = machine!
const { data: { scoreId } } = await api.scoresSubmit({ _id, machineId, value: 52_340_120 })
const { data: { machines } } = await api.machinesOne({ machineId })
const refused = await api.scoresSubmit({ _id, machineId, value: -1 }).catch((error: HttpResponse<unknown, Problem>) => error.error.code)
console.log(JSON.stringify({ scoreId, machines: machines.map(({ name }) => name), refused }))
`

let testApp: TestApp
let ann: TestUser
let folder: string
let key: string

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ann = await signUp(testApp, 'Ann')
  const { secret } = await ann.client.call<{ secret: string }>('keys.add', { _id: uuidv7(), name: 'Generated', scopes: ['submit'] })
  key = secret
  folder = mkdtempSync(join(tmpdir(), 'skillshot-generated-'))
  symlinkSync(MODULES, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['client.ts', 'program.ts'] }))
})
afterAll(async () => {
  if (folder !== undefined) rmSync(folder, { recursive: true })
  await testApp?.close()
})

/** @returns the output; rejects with it if the program fails */
async function run(script: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { cwd: folder }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${script} failed:\n${stdout}${stderr}`)
    },
  )
  return stdout
}

it.each([
  {
    generator: 'oazapfts',
    make: ['oazapfts/dist/cli.js', DOCUMENT, 'client.ts'],
    program: WITH_OAZAPFTS,
    answer: { values: [52_340_120] },
  },
  {
    generator: 'swagger-typescript-api',
    make: ['swagger-typescript-api/dist/cli.mjs', 'generate', '--path', DOCUMENT, '--output', '.', '--name', 'client.ts', '--silent'],
    program: WITH_SWAGGER_TYPESCRIPT_API,
    answer: { machines: ['Medieval Madness'] },
  },
])(
  '$generator makes a client of the document that compiles in strict mode, and reads, writes and is told what is wrong',
  async ({ make, program, answer }) => {
    const [script, ...args] = make
    await run(join(MODULES, script!), ...args)
    writeFileSync(join(folder, 'program.ts'), program)
    expect(await run(join(MODULES, 'typescript/bin/tsc'), '--project', '.')).toBe('')
    const scoreId = uuidv7()
    const output = await run('out/program.js', testApp.http, key, scoreId)
    expect(JSON.parse(output)).toEqual({ scoreId, ...answer, refused: 'integer' })
  },
  60_000,
)

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

type Coverage = { rules: string[]; untested: string[]; repeated: string[]; unknown: { id: string; file: string; line: number }[] }

const script = fileURLToPath(new URL('../scripts/spec-coverage.mjs', import.meta.url))
const { coverage }: { coverage: (root: string) => Coverage } = await import(/* @vite-ignore */ script)

const base = mkdtempSync(join(tmpdir(), 'spec-coverage-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

/**
 * Creates a project and returns its root. Rule ids in titles are written here with an @ before them, so that the script does not count this
 * file as their test.
 */
function project(spec: string, files: Record<string, string>): string {
  const root = mkdtempSync(join(base, 'tree-'))
  for (const [path, text] of Object.entries({ 'src/ddp/SPEC.md': spec, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text.replaceAll('@', ''))
  }
  return root
}

const spec = '# Rules\n\n- **M3** A method answers once. See **M9**.\n  - **M4** Nested.\n* **S1** Starred.\n\nText about **Q1**.\n'
const all = "it('@M3, M4: both', run)\nit('@S1: ready', run)\n"

describe('the coverage', () => {
  it('is whole when every rule heads the title of a test, in ddp or in tests', () => {
    const root = project(spec, {
      'src/ddp/server/a.test.ts': "it('@M3,M4 : both', run)",
      'tests/interop/b.test.ts': 'it("@S1: ready", run)',
    })
    expect(coverage(root)).toEqual({ rules: ['M3', 'M4', 'S1'], untested: [], repeated: [], unknown: [] })
  })

  it.each([
    "it(\n  '@S1: x',\n  run)",
    "it.only('@S1: x', run)",
    "it.each([[1, 2]])('@S1: %i', run)",
    "it.each`rows`('@S1: x', run)",
    'test(`@S1: x`, run)',
    "describe('@S1: x', () => {})",
  ])('finds a title however the test is written: %s', text => {
    expect(coverage(project('- **S1** x', { 'tests/a.test.ts': text })).untested).toEqual([])
  })

  it.each([
    "// it('@S1: x', run)",
    "it.skip('@S1: x', run)",
    "it.todo('@S1: x')",
    "it('x S1: y', run)",
    "it('@S1 without a colon', run)",
    "it('@S12: x', run)",
    "note('@S1: x')",
  ])('does not count %s', text => {
    expect(coverage(project('- **S1** x', { 'src/ddp/a.test.ts': text })).untested).toEqual(['S1'])
  })

  it('reads tests only, and only of ddp and tests', () => {
    const text = "it('@S1: x', run)"
    const root = project('- **S1** x', { 'src/ddp/a.ts': text, 'src/ranking/a.test.ts': text, 'bench/a.test.ts': text })
    expect(coverage(root).untested).toEqual(['S1'])
  })

  it('is not taken in by the examples in this file', () => {
    const root = project('- **S1** x', {})
    mkdirSync(join(root, 'tests'))
    copyFileSync(fileURLToPath(import.meta.url), join(root, 'tests/a.test.ts'))
    expect(coverage(root)).toMatchObject({ untested: ['S1'], unknown: [] })
  })

  it('names ids that are no rule, with their place, and rules that share an id', () => {
    const root = project(`${spec}- **M3** again`, { 'tests/a.test.ts': `${all}\nit('@S1, M9: x', run)` })
    expect(coverage(root)).toMatchObject({ untested: [], repeated: ['M3'], unknown: [{ id: 'M9', file: 'tests/a.test.ts', line: 4 }] })
  })
})

describe('the command', () => {
  const run = (root: string) => spawnSync(process.execPath, [script, root], { encoding: 'utf8' })

  it('succeeds when nothing is missing', () => {
    expect(run(project(spec, { 'tests/a.test.ts': all }))).toMatchObject({
      status: 0,
      stderr: '',
      stdout: '3 of 3 rules are quoted by a test\n',
    })
  })

  it('prints rules without a test and ids that are no rule, and fails', () => {
    const untested = run(project(spec, { 'tests/a.test.ts': "it('@M3, S1: x', run)" }))
    expect(untested).toMatchObject({ status: 1, stderr: "M4: no test quotes this rule; start a test's title with 'M4: '\n" })
    const unknown = run(project(spec, { 'tests/a.test.ts': `${all}it('@X1: x', run)` }))
    expect(unknown).toMatchObject({ status: 1, stderr: 'tests/a.test.ts:3 quotes X1, which is no rule of src/ddp/SPEC.md\n' })
  })

  it('fails when there is no text, or no rule in it', () => {
    expect(run(base).status).toBe(1)
    expect(run(project('# Rules\n', {})).stderr).toMatch('src/ddp/SPEC.md has no rules')
  })
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

interface Coverage {
  counts: Record<string, number>
  problems: string[]
}

const script = fileURLToPath(new URL('../../scripts/security-coverage.mjs', import.meta.url))
const { coverage }: { coverage(root: string): Coverage } = await import(/* @vite-ignore */ script)

const base = mkdtempSync(join(tmpdir(), 'security-coverage-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const count = (text: string): boolean => !/^level \d has/.test(text)

/** Creates a project with some table rows and one test file, and returns its root. */
function project(rows: string, tests = "it('holds', run)\n"): string {
  const root = mkdtempSync(join(base, 'tree-'))
  for (const [path, text] of Object.entries({ 'docs/security.md': rows, 'tests/a.test.ts': tests, 'src/b.test.ts': '' })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}
const problems = (rows: string, tests?: string): string[] => coverage(project(rows, tests)).problems.filter(count)

describe('the coverage of docs/security.md', () => {
  it('is whole, with every requirement of both levels', () => {
    const { counts, problems } = coverage(fileURLToPath(new URL('../..', import.meta.url)))
    expect(problems).toEqual([])
    expect(counts.requirements).toBe(253)
  })

  it('lets rows with a test, a reason, or both pass', () => {
    expect(problems('| 1.1.1 | 1 | x | `tests/a.test.ts` “holds” |  |\n| 1.1.2 | 2 | x |  | n/a: no such thing |\n')).toEqual([])
    expect(coverage(project('| 1.1.1 | 1 | x | `tests/a.test.ts` “hold” | partly: y |\n')).counts).toMatchObject({ partly: 1, proved: 0 })
  })

  it.each([
    ['neither test nor reason', '| 1.1.1 | 1 | x |  |  |', '1.1.1: neither a test nor a reason'],
    ['a file that is not there', '| 1.1.1 | 1 | x | `tests/c.test.ts` “holds” | design: y |', '1.1.1: there is no file tests/c.test.ts'],
    ['another title', '| 1.1.1 | 1 | x | `tests/a.test.ts` “fails” | design: y |', '1.1.1: no test of tests/a.test.ts is called “fails”'],
    ['a reason of no kind', '| 1.1.1 | 1 | x | `tests/a.test.ts` “holds” | because |', '1.1.1: its reason begins with none of'],
    ['a row twice', '| 1.1.1 | 1 | x |  | n/a: y |\n| 1.1.1 | 1 | x |  | n/a: y |', '1.1.1: stands there twice'],
    ['a scenario that nobody runs', '| F1 | x | `tests/a.test.ts` “holds” |', 'F1: no test has [F1] in its title'],
  ])('tells of %s', (_, rows, problem) => {
    expect(problems(rows)).toEqual([expect.stringContaining(problem)])
  })

  it('does not take a test that is skipped, or only talked about', () => {
    const rows = '| 1.1.1 | 1 | x | `tests/a.test.ts` “holds” |  |'
    for (const tests of ["it.skip('holds', run)", "it.todo('holds')", "// it('holds', run)", "const said = 'holds'"])
      expect(problems(rows, tests), tests).toHaveLength(2)
  })

  it('misses requirements that are not there', () => {
    expect(coverage(project('| 1.1.1 | 1 | x |  | n/a: y |')).problems).toEqual([
      'level 1 has 70 requirements, and 1 are here',
      'level 2 has 183 requirements, and 0 are here',
    ])
  })
})

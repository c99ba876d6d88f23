import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

type DuplicateExports = (root: string) => { name: string; files: string[] }[]

const script = fileURLToPath(new URL('../scripts/list-duplicate-exports.mjs', import.meta.url))
const { duplicateExports }: { duplicateExports: DuplicateExports } = await import(/* @vite-ignore */ script)

const base = mkdtempSync(join(tmpdir(), 'duplicates-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** Creates a project with these files (path inside src → text) and returns its root. */
function tree(files: Record<string, string>): string {
  const root = mkdtempSync(join(base, 'tree-'))
  mkdirSync(join(root, 'src'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'src', path)), { recursive: true })
    writeFileSync(join(root, 'src', path), text)
  }
  return root
}
const namesIn = (a: string, b: string) => duplicateExports(tree({ 'a.ts': a, 'b.ts': b })).map(({ name }) => name)

it.each([
  'export const x = 1',
  'export async function x() {}',
  'export interface x {}',
  'export type x = 1',
  'export abstract class x {}',
  'export declare function x(): void',
  'export const { y: x } = z',
  'const x = 1\nexport { x }',
  "export { y as x } from './c.ts'",
])('a name with two meanings is found however it is exported: %s', text => {
  expect(namesIn('export const x = 2', text)).toEqual(['x'])
})

it.each(["export { x } from './a.ts'", "import { x } from './a.ts'\nexport { x }", '// export const x = 1', 'const x = 1'])(
  'a name is found once where it is only passed on: %s',
  text => {
    expect(namesIn('export const x = 2', text)).toEqual([])
  },
)

it('the command prints each name with its files and fails', () => {
  const root = tree({ 'a.ts': 'export const x = 2', 'b/c.tsx': 'export type x = 2' })
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain('x is exported by src/a.ts, src/b/c.tsx: ')
})

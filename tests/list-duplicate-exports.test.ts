import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createSourceTree } from './source-tree.ts'

type DuplicateExports = (root: string) => { name: string; files: string[] }[]

const script = fileURLToPath(new URL('../scripts/list-duplicate-exports.mjs', import.meta.url))
const { duplicateExports }: { duplicateExports: DuplicateExports } = await import(/* @vite-ignore */ script)

const namesIn = (a: string, b: string) => duplicateExports(createSourceTree({ 'a.ts': a, 'b.ts': b })).map(({ name }) => name)

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
  const root = createSourceTree({ 'a.ts': 'export const x = 2', 'b/c.tsx': 'export type x = 2' })
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain('x is exported by src/a.ts, src/b/c.tsx: ')
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readAssets } from './assets.ts'
import type { BuildVersions } from './html-document.ts'

const dir = mkdtempSync(join(tmpdir(), 'skillshot-assets-'))
mkdirSync(join(dir, '.vite'))
afterAll(() => rmSync(dir, { recursive: true }))

function versions({ script = 'a', style = 'a', font = 'a' } = {}): BuildVersions {
  const manifest = {
    'src/app/browser/start.browser.ts': { file: 'assets/start-1.js', isEntry: true },
    '_common.js': { file: 'assets/common-1.js' },
    'main.tsx': { file: `assets/main-${script}.js`, isEntry: true, imports: ['_common.js'] },
    'style.css': { file: `assets/style-${style}.css`, assets: [`assets/face-${font}.woff2`] },
  }
  writeFileSync(join(dir, '.vite/manifest.json'), JSON.stringify(manifest))
  return readAssets(dir).versions
}

/** The names of the hashes that differ. */
const changed = (one: BuildVersions, other: BuildVersions): string[] =>
  Object.keys(one).filter(name => one[name as keyof BuildVersions] !== other[name as keyof BuildVersions])

it('is the same version for the same build', () => {
  expect(changed(versions(), versions())).toEqual([])
})

it('is another refreshable version, and nothing else, when only the stylesheet differs', () => {
  expect(changed(versions(), versions({ style: 'b' }))).toEqual(['version', 'versionRefreshable'])
})

it('is another version that takes a reload when a script or a font differs', () => {
  expect(changed(versions(), versions({ script: 'b' }))).toEqual(['version', 'versionNonRefreshable'])
  expect(changed(versions(), versions({ font: 'b' }))).toEqual(['version', 'versionNonRefreshable'])
})

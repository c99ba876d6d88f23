import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A delivered build in a temporary folder, whose browser files can be replaced by those of a newer build. */
export interface Installation {
  readonly dir: string
  /**
   * Installs a newer build. `style` are rules to append to its style sheet; `script` makes its scripts differ.
   * @returns the URL path of the style sheet
   */
  deploy(next: { style?: string; script?: true }): string
  remove(): void
}

export function installBuild(): Installation {
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'ignore' })
  const dir = mkdtempSync(join(tmpdir(), 'skillshot-installed-'))
  for (const part of ['dist', 'scripts', 'package.json']) cpSync(join(root, part), join(dir, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
  const client = join(dir, 'dist/client')
  const manifest = join(client, '.vite/manifest.json')
  let builds = 0
  return {
    dir,
    deploy({ style, script }) {
      builds++
      let chunks = readFileSync(manifest, 'utf8')
      let [file] = /assets\/style-[\w-]+\.css/.exec(chunks)!
      if (style !== undefined) {
        const next = `assets/style-build${builds}.css`
        writeFileSync(join(client, next), `${readFileSync(join(client, file), 'utf8')}${style}`)
        for (const packed of ['', '.br', '.gz']) rmSync(join(client, file + packed), { force: true })
        chunks = chunks.replaceAll(file, next)
        file = next
      }
      if (script) {
        const added = `assets/added-build${builds}.js`
        writeFileSync(join(client, added), `export const build = ${builds}\n`)
        chunks = JSON.stringify({ ...JSON.parse(chunks), [`_added${builds}.js`]: { file: added } })
      }
      writeFileSync(manifest, chunks)
      return `/${file}`
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

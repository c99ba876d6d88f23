import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface OtherBuild {
  readonly folder: string
  remove(): void
}

/**
 * A copy of the build in which every script has another name, as after a change of the first one. A server that is started in its folder
 * delivers it.
 */
export function createOtherBuild(): OtherBuild {
  const folder = mkdtempSync(join(tmpdir(), 'skillshot-build-'))
  for (const part of ['dist/server', 'dist/client', 'package.json']) cpSync(join(root, part), join(folder, part), { recursive: true })
  mkdirSync(join(folder, 'scripts'))
  for (const script of ['run.mjs', 'build.mjs', 'end-with-npm.mjs']) cpSync(join(root, 'scripts', script), join(folder, 'scripts', script))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const client = join(folder, 'dist/client')
  const assets = join(client, 'assets')
  const files = readdirSync(assets, { recursive: true, encoding: 'utf8' })
  const names = new Set(files.filter(file => file.endsWith('.js')).map(file => basename(file)))
  const renamed = (text: string): string => {
    for (const name of names) text = text.replaceAll(name, name.replace(/\.js$/, '.other.js'))
    return text
  }
  for (const file of files) {
    const path = join(assets, file)
    if (/\.js\.(br|gz)$/.test(file)) rmSync(path)
    if (!file.endsWith('.js')) continue
    writeFileSync(join(assets, renamed(file)), renamed(readFileSync(path, 'utf8')))
    rmSync(path)
  }
  const manifest = join(client, '.vite/manifest.json')
  writeFileSync(manifest, renamed(readFileSync(manifest, 'utf8')))
  const worker = join(client, 'sw.js')
  writeFileSync(worker, renamed(readFileSync(worker, 'utf8')).replace(/(version:[`"'])(\w+)/, '$1other'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

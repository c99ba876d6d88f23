import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Installs another version of Node from npm into a folder of its own, which the caller removes.
 * @param {string} version its major number
 * @returns {{ folder: string, bin: string, version: string }} bin: the folder with the program; version: the exact one
 * @throws Error where npm has none for this machine
 */
export function installNode(version) {
  const folder = mkdtempSync(join(tmpdir(), `skillshot-node-${version}-`))
  // Some tests run the program as another user, who has to get in.
  chmodSync(folder, 0o755)
  const name = `node-${process.platform}-${process.arch}`
  const args = ['install', '--prefix', folder, '--no-save', '--no-package-lock', `${name}@${version}`]
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`)
  const bin = join(folder, 'node_modules', name, 'bin')
  return { folder, bin, version: spawnSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' }).stdout.trim() }
}

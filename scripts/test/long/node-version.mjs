import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Installs another version of Node from npm into a temporary folder, which the caller removes.
 * @param {string} version its major number
 * @returns {{ folder: string, bin: string, version: string }} bin: the folder with the program; version: the exact version
 * @throws Error if npm has no such version for this machine
 */
export function installNode(version) {
  const folder = mkdtempSync(join(tmpdir(), `skillshot-node-${version}-`))
  // Some tests run the program as another user, which needs access to the folder.
  chmodSync(folder, 0o755)
  const name = `node-${process.platform}-${process.arch}`
  const args = ['install', '--prefix', folder, '--no-save', '--no-package-lock', `${name}@${version}`]
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`)
  const bin = join(folder, 'node_modules', name, 'bin')
  return { folder, bin, version: spawnSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' }).stdout.trim() }
}

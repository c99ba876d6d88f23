import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { root } from '../../build.mjs'
import { installNode } from './node-version.mjs'

/** The file with this machine's additional certificate authorities, which programs in the base image must trust too. */
const AUTHORITIES = process.env.NODE_EXTRA_CA_CERTS

/** @returns {string} the program's standard output @throws Error with the end of its output, if its exit code is not 0 */
export function call(program, ...args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`${program} ${args.slice(0, 4).join(' ')} …: ${error ?? `${stdout}${stderr}`.slice(-3000)}`)
  return stdout
}

/**
 * The base image of the Dockerfile. It is not fetched from a registry but built here.
 * @returns {{ name: string, release: string, major: string }} release: of Debian; major: of Node
 */
export function baseOf(dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')) {
  const match = /^FROM (?<name>node:(?<major>\d+)-(?<release>\w+)-slim)/m.exec(dockerfile)
  if (match === null) throw new Error('The Dockerfile does not begin with an image of the form node:24-bookworm-slim')
  const { name, major, release } = match.groups
  return { name, major, release }
}

/**
 * Builds the base image from Debian's packages (`debootstrap`) and Node from npm, with `node`, `npm` and a user `node` with the id 1000,
 * like the base image of the Dockerfile. An existing image is reused.
 */
export function ensureBase({ name, major, release }) {
  const tag = `docker.io/library/${name}`
  if (spawnSync('buildah', ['inspect', '--type', 'image', tag]).status === 0) return
  const folder = mkdtempSync(join(tmpdir(), 'skillshot-base-'))
  chmodSync(folder, 0o755)
  try {
    call('debootstrap', '--variant=minbase', '--include=ca-certificates', release, folder)
    addNode(folder, major)
    appendFileSync(join(folder, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/bash\n')
    appendFileSync(join(folder, 'etc/group'), 'node:x:1000:\n')
    mkdirSync(join(folder, 'home/node'))
    call('chown', '1000:1000', join(folder, 'home/node'))
    for (const cache of ['var/cache/apt/archives', 'var/lib/apt/lists']) rmSync(join(folder, cache), { recursive: true, force: true })
    const container = call('buildah', 'from', 'scratch').trim()
    call('buildah', 'add', '--quiet', container, folder, '/')
    const env = ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin']
    if (existsSync(join(folder, TRUSTED))) env.push(`NODE_EXTRA_CA_CERTS=/${TRUSTED}`)
    call('buildah', 'config', ...env.flatMap(each => ['--env', each]), '--cmd', 'node', container)
    call('buildah', 'commit', '--quiet', '--rm', container, tag)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const TRUSTED = 'etc/ssl/certs/of-the-host.crt'

function addNode(folder, major) {
  const node = installNode(major)
  try {
    cpSync(join(node.bin, 'node'), join(folder, 'usr/local/bin/node'))
    chmodSync(join(folder, 'usr/local/bin/node'), 0o755)
    call('npm', 'install', '--prefix', node.folder, '--no-save', '--no-package-lock', 'npm@11')
    const modules = join(folder, 'usr/local/lib/node_modules')
    mkdirSync(modules, { recursive: true })
    call('cp', '-a', join(node.folder, 'node_modules/npm'), modules)
    for (const program of ['npm', 'npx']) {
      symlinkSync(`../lib/node_modules/npm/bin/${program}-cli.js`, join(folder, 'usr/local/bin', basename(program)))
    }
    if (AUTHORITIES && existsSync(AUTHORITIES)) cpSync(AUTHORITIES, join(folder, TRUSTED))
  } finally {
    rmSync(node.folder, { recursive: true, force: true })
  }
}

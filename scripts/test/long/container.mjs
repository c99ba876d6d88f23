import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { performance } from 'node:perf_hooks'
import { root } from '../../build.mjs'
import { baseOf, call, ensureBase } from './base-image.mjs'

const IMAGE = 'localhost/skillshot-test'
/** Builds open more files than the 1,024 that some machines allow per process. */
const FILES = ['--ulimit', 'nofile=20000:20000']
/** The isolation mode that needs no privileges. */
const ISOLATION = ['--isolation', 'chroot']
/** The pages to request, each with a text that it must contain. */
const PAGES = [
  ['/', '<main'],
  ['/machines?q=medieval', 'Medieval Madness'],
  ['/privacy', '<main'],
]

function freePort() {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** The descendants of a process. @returns {{ pid: number, name: string, uid: number }[]} name: of the program */
function processesBelow(pid) {
  const all = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8')
        const value = key => new RegExp(`^${key}:\\s+(\\S+)`, 'm').exec(status)[1]
        return [{ pid: Number(name), parent: Number(value('PPid')), name: value('Name'), uid: Number(value('Uid')) }]
      } catch {
        return [] // the process ended while it was being read
      }
    })
  const below = new Set([pid])
  for (let before = 0; before !== below.size; ) {
    before = below.size
    for (const each of all) if (below.has(each.parent)) below.add(each.pid)
  }
  return all.filter(each => below.has(each.pid))
}

async function ready(url, child) {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`The image's program ended with ${child.exitCode}`)
    const ok = await fetch(`${url}/readyz`).then(
      answer => answer.ok,
      () => false,
    )
    if (ok) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error('The image was not ready after a minute')
}

const bytesOf = image => Number(JSON.parse(call('buildah', 'images', '--json', image))[0].size.replace(/[^\d.]/g, ''))

/**
 * Builds the Dockerfile with Debian's buildah, starts the image as its own user, requests its readiness, some pages and its health
 * check, and stops it.
 * @param {(line: string) => void} say
 * @returns {Promise<void>}
 * @throws Error that says what went wrong
 */
export async function tryContainer(say) {
  const base = baseOf()
  let began = performance.now()
  const took = () => {
    const seconds = Math.round((performance.now() - began) / 1000)
    began = performance.now()
    return `${seconds} s`
  }
  ensureBase(base)
  say(`The base ${base.name} is there (${took()}).`)
  call('buildah', 'bud', ...ISOLATION, ...FILES, '--pull=never', '--format', 'docker', '--tag', IMAGE, root)
  say(`The image was built (${took()}); it has ${bytesOf(IMAGE)} MB, its base ${bytesOf(`docker.io/library/${base.name}`)} MB.`)
  const container = call('buildah', 'from', '--pull=never', IMAGE).trim()
  try {
    await tryRun(container, line => say(`${line} (${took()})`))
  } finally {
    call('buildah', 'rm', container)
  }
}

async function tryRun(container, say) {
  const { config } = JSON.parse(call('buildah', 'inspect', '--type', 'image', IMAGE)).OCIv1
  const { Healthcheck } = JSON.parse(call('buildah', 'inspect', '--type', 'image', IMAGE)).Docker.config
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = ['--env', `PORT=${port}`, '--env', 'HOST=127.0.0.1']
  const run = [...ISOLATION, ...settings, container, '--']
  const child = spawn('buildah', ['run', ...run, ...config.Entrypoint, ...config.Cmd], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (said += text))
  try {
    await ready(url, child)
    const programs = processesBelow(child.pid).filter(({ name }) => /^(node|tini|postgres)$/.test(name))
    const wrong = programs.filter(({ uid }) => uid !== 1000)
    if (programs.length === 0 || wrong.length > 0) throw new Error(`Its programs run as ${JSON.stringify(programs)}, not all as its user`)
    say('It is ready, and its programs run as its user 1000.')
    for (const [path, text] of PAGES) {
      const answer = await fetch(url + path)
      if (answer.status !== 200 || !(await answer.text()).includes(text))
        throw new Error(`${path} answered ${answer.status}, or without “${text}”`)
    }
    call('buildah', 'run', ...run, ...Healthcheck.Test.slice(1))
    say('Its pages and its health check answer.')
    const [code] = await stop(child)
    if (code !== 0) throw new Error(`It ended with ${code} when it was told to stop`)
    say('It stops when it is told to.')
  } catch (error) {
    throw new Error(`${error.message}\n${said.slice(-2000)}`, { cause: error })
  } finally {
    child.kill('SIGKILL')
  }
}

/**
 * Sends SIGTERM to the image's first process, as a container runtime does.
 * @returns the exit code of `buildah run`, which is that of the process
 */
function stop(child) {
  const ended = once(child, 'exit')
  const first = processesBelow(child.pid).find(({ name }) => name === 'tini')
  process.kill(first.pid, 'SIGTERM')
  return ended
}

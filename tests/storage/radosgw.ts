import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../scale/ports.ts'

const run = promisify(execFile)
const TIMEOUT_MS = 45_000
const ENV = { PATH: `${process.env.PATH}:/usr/sbin:/usr/bin`, HOME: process.env.HOME }

export interface Radosgw {
  endpoint: string
  accessKeyId: string
  secretAccessKey: string
  stop(): Promise<void>
}

/** The configuration of a single-node Ceph in one folder, with its objects in memory and short consensus intervals. */
const conf = (folder: string, fsid: string, monPort: number, port: number): string => `[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${monPort}]
public addr = 127.0.0.1
keyring = ${folder}/keyring
mon data = ${folder}/mon
osd data = ${folder}/osd
run dir = ${folder}
log file = ${folder}/$name.log
admin socket =
pid file =
osd objectstore = memstore
osd pool default size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data avail crit = 0
mon data avail warn = 0
paxos propose interval = 0.05
mon tick interval = 1
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw thread pool size = 16
rgw run sync thread = false
rgw enable gc threads = false
rgw enable lc threads = false
rgw enable quota threads = false
`

/** Starts Ceph's real S3: a monitor, a store in memory and a gateway. They end with this process, even if it is killed. */
export async function startRadosgw(): Promise<Radosgw> {
  const folder = await mkdtemp(join(tmpdir(), 'skillshot-rgw-'))
  const [fsid, osd, monPort, port] = [randomUUID(), randomUUID(), await freePort(), await freePort()]
  const config = join(folder, 'ceph.conf')
  const keyring = join(folder, 'keyring')
  const running: { ended: Promise<unknown>; kill(): void; alive(): boolean }[] = []
  const call = (command: string, ...args: string[]): Promise<unknown> => run(command, args, { cwd: folder, env: ENV, timeout: TIMEOUT_MS })
  const start = (command: string, ...args: string[]): void => {
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', command, '-c', config, '-f', ...args], {
      cwd: folder,
      env: ENV,
      stdio: 'ignore',
    })
    running.push({ ended: once(child, 'exit'), kill: () => child.kill('SIGKILL'), alive: () => child.exitCode === null })
  }
  const stop = async (): Promise<void> => {
    for (const each of running) each.kill()
    await Promise.all(running.map(({ ended }) => ended))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await mkdir(join(folder, 'mon'))
    await mkdir(join(folder, 'osd'))
    await writeFile(config, conf(folder, fsid, monPort, port))
    await call('ceph-authtool', '-C', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *')
    const caps = (mon: string): string[] => ['--cap', 'mon', mon, '--cap', 'osd', 'allow *']
    await call('ceph-authtool', keyring, '--gen-key', '-n', 'client.admin', ...caps('allow *'))
    await call('ceph-authtool', keyring, '--gen-key', '-n', 'osd.0', ...caps('allow profile osd'))
    await call('monmaptool', '--create', '--addv', 'a', `[v2:127.0.0.1:${monPort}]`, '--fsid', fsid, join(folder, 'monmap'))
    await call('ceph-mon', '-c', config, '--mkfs', '-i', 'a', '--monmap', join(folder, 'monmap'), '--keyring', keyring)
    start('ceph-mon', '-i', 'a')
    await call('ceph', '-c', config, 'osd', 'new', osd, '0')
    await call('ceph-osd', '-c', config, '-i', '0', '--mkfs', '--osd-uuid', osd)
    start('ceph-osd', '-i', '0')
    start('radosgw', '-n', 'client.admin')
    const endpoint = `http://127.0.0.1:${port}`
    for (
      const end = Date.now() + TIMEOUT_MS;
      !(await fetch(endpoint)
        .then(({ ok }) => ok)
        .catch(() => false));
      await pause(50)
    )
      if (Date.now() > end || !running.every(({ alive }) => alive()))
        throw new Error(
          `radosgw does not answer:\n${await readFile(join(folder, 'client.admin.log'), 'utf8').catch(() => 'it wrote no log')}`,
        )
    const [accessKeyId, secretAccessKey] = ['SKILLSHOTTEST', randomUUID()]
    const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey]
    await call('radosgw-admin', '-c', config, '-n', 'client.admin', 'user', 'create', '--uid', 'app', '--display-name', 'app', ...keys)
    return { endpoint, accessKeyId, secretAccessKey, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { photo } from '#platform/images/fixtures/draw.ts'
import { formatNumber, formatRatio, printTable, Targets } from './lib/report.ts'
import { median } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'
import type { Batch, UploadResult } from './uploads/senders.ts'

/** Measures the upload of 200 pictures at once, to our server and to a plain one that decodes each at once in memory: `npm run bench uploads`. */
const ROUNDS = 3
const COUNT = 200

/** Peak memory of a process since the last call, in MB. */
function peak(pid: number): number {
  const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return kilobytes / 1024
}

interface Side {
  pid: number
  address: string
  stop(): Promise<void>
}

function start(name: string, command: string[], environment: Record<string, string>): Promise<Side> {
  const child = spawn(process.execPath, command, {
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  return new Promise((resolve, reject) => {
    void ended.then(() => reject(new Error(`${name} ended`)))
    let out = ''
    child.stdout.on('data', chunk => {
      out += chunk
      const address = /ready at (http:\/\/\S+)/.exec(out)?.[1]
      if (address === undefined) return
      const stop = (): Promise<void> => {
        child.kill('SIGTERM')
        return ended
      }
      resolve({ pid: child.pid!, address, stop })
    })
  })
}

const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-bench-'))
const picture = (await (await photo(2048, 1536)).jpeg({ quality: 92 }).toBuffer()).toString('base64')
const senders = new Worker(new URL('uploads/senders.ts', import.meta.url))
const found: Record<'ours' | 'plain', { idle: number; peak: number; seconds: number; shown: number }[]> = { ours: [], plain: [] }
try {
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of ['plain', 'ours'] as const) {
      console.error(`uploads: round ${round + 1}, ${side} …`)
      const server =
        side === 'plain'
          ? await start(side, ['--import', 'tsx', fileURLToPath(new URL('uploads/plain.ts', import.meta.url))], {})
          : await start(side, ['scripts/run.mjs', 'server'], {
              DATA_DIR: join(dataDir, String(round)),
              RATE_LIMITS: 'off',
              LOG_LEVEL: 'warn',
            })
      try {
        const batch: Batch = { side, address: server.address, picture, count: COUNT }
        await senders.request('prepare', batch)
        peak(server.pid)
        const idle = peak(server.pid)
        const { seconds, shown } = await senders.request<UploadResult>('send', batch)
        found[side].push({ idle, peak: peak(server.pid), seconds, shown })
      } finally {
        await server.stop()
      }
    }
  }
} finally {
  await senders.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

const row = (side: 'ours' | 'plain', name: string): string[] => {
  const of = (pick: (one: (typeof found)['ours'][number]) => number): number => median(found[side].map(pick))
  return [
    name,
    formatNumber(of(each => each.idle)),
    formatNumber(of(each => each.peak)),
    formatNumber(of(each => each.peak - each.idle)),
    formatNumber(of(each => each.seconds)),
    formatNumber(of(each => each.shown)),
  ]
}
const ratio = median(found.plain.map((each, i) => (each.peak - each.idle) / (found.ours[i]!.peak - found.ours[i]!.idle)))
console.log(
  `\n## ${COUNT} pictures at once\n\nA picture is ${formatNumber(picture.length * 0.75e-6)} MB. Medians of ${ROUNDS} rounds; memory is the Node process's, in MB.\n`,
)
printTable(
  ['server', 'before', 'peak', 'above', 's until all are sent', 's until all are shown'],
  [row('ours', 'Skillshot'), row('plain', 'a plain server')],
)
console.log()
const targets = new Targets()
targets.requireGoal(`a plain server takes more memory for it (${formatRatio(ratio)})`, ratio > 1)
targets.setExitCode()

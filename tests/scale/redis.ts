import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { freePort } from './ports.ts'
import { waitUntil } from './wait.ts'

/** A Redis without persistence, always on the same port. */
export interface Redis {
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Keeps the connections open but stops answering. */
  pause(): void
  resume(): void
}

export async function startRedis(): Promise<Redis> {
  const port = await freePort()
  let child: ChildProcess | null = null
  const redis: Redis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const started = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
        cwd: tmpdir(),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      let output = ''
      started.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
      started.stderr.resume()
      await once(started, 'spawn')
      await waitUntil('Redis is ready', () => {
        if (started.exitCode !== null) throw new Error(`Redis did not start: ${output}`)
        return output.includes('Ready to accept connections')
      })
    },
    async stop() {
      if (child === null || child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  }
  await redis.start()
  return redis
}

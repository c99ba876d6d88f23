import { Worker } from 'node:worker_threads'
import { serveCommands } from '../lib/worker.ts'

/** Keeps one processor busy until this process ends. @returns the id of the process */
function start(): number {
  new Worker('for (;;) {}', { eval: true })
  return process.pid
}

serveCommands({ start })

import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** argon2id (the package's default) as OWASP's password storage sheet has it; memory in KiB. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** On Linux a thread can be made to give way to all others: to the event loop and to the database, which wait for a processor often and need it shortly. */
const NICE = 10

/** What a thread runs: text, since there is no file of it where the application is one bundle. */
const THREAD = `
const { parentPort, workerData: { argon, options, nice } } = require('node:worker_threads')
const { hashSync, verifySync } = require(argon)
if (process.platform === 'linux') require('node:os').setPriority(0, nice)
parentPort.on('message', ({ stored, digest }) => {
  try {
    parentPort.postMessage({ result: stored === null ? hashSync(digest, options) : verifySync(stored, digest) })
  } catch (error) {
    parentPort.postMessage({ error: String(error) })
  }
})`

type Answer = { result: string | boolean } | { error: string }

const idle: Worker[] = []

function start(): Worker {
  const argon = createRequire(import.meta.url).resolve('@node-rs/argon2')
  return new Worker(THREAD, { eval: true, name: 'argon2id', workerData: { argon, options: ARGON, nice: NICE } })
}

/** Threads are as many as were ever busy at once. */
async function onThread(job: { stored: string | null; digest: string }): Promise<string | boolean> {
  const thread = idle.pop() ?? start()
  thread.ref()
  thread.postMessage(job)
  const [answer] = (await once(thread, 'message')) as [Answer]
  thread.unref()
  idle.push(thread)
  if ('error' in answer) throw new Error(answer.error)
  return answer.result
}

/** A PHC string. */
export const argonHash = async (digest: string): Promise<string> => (await onThread({ stored: null, digest })) as string

/** Whether the digest is what the PHC string was made of. */
export const verify = async (stored: string, digest: string): Promise<boolean> => (await onThread({ stored, digest })) as boolean

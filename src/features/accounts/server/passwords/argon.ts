import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** argon2id (the package's default) with the parameters of OWASP's Password Storage Cheat Sheet; memory in KiB. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Priority of the threads on Linux. They yield to the event loop and to the database, which need a processor often but only briefly. */
const NICE = 10

/** The code of a thread. It is a string because the application may be a single bundle, without a separate file for it. */
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

/** Runs a job on an idle thread, or on a new one. There are as many threads as were ever busy at once. */
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

/** Returns the hash as a PHC string. */
export const argonHash = async (digest: string): Promise<string> => (await onThread({ stored: null, digest })) as string

/** True if the digest matches the PHC string. */
export const verify = async (stored: string, digest: string): Promise<boolean> => (await onThread({ stored, digest })) as boolean

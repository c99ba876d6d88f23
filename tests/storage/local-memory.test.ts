import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { signedPost } from '#platform/storage/signed-post.ts'
import { clientForm } from './form.ts'
import { createPostRequest } from './harness.ts'
import { LOCAL_SECRET } from './local-harness.ts'
import { connectRawClient, formHead, waitUntil } from './raw.ts'

const SERVER = fileURLToPath(new URL('local-server.ts', import.meta.url))
const UPLOADS = 200
const BYTES = 2 * 1024 * 1024
/** Half of the total size of the files. */
const MOST_MB = 200

/** Memory of a process in MB, as reported by the kernel. */
const memory = async (pid: number, what: 'VmRSS' | 'VmHWM'): Promise<number> =>
  Number(new RegExp(`${what}:\\s+(\\d+)`).exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

it.skipIf(!existsSync('/proc/self/clear_refs'))(`takes ${UPLOADS} files of 2 MB at once without holding them in memory`, async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', SERVER], { stdio: ['pipe', 'pipe', 'inherit'] })
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { site, root } = JSON.parse(line.toString()) as { site: string; root: string }
    const port = Number(new URL(site).port)
    const file = Buffer.alloc(BYTES, 'jpeg')
    const upload = async (key: string, middle: () => Promise<void>): Promise<number> => {
      const { body, contentType } = clientForm(signedPost(createPostRequest(key, { maxBytes: BYTES }), LOCAL_SECRET, Date.now()), file)
      const { write: say, status, socket } = await connectRawClient(port)
      await say(formHead(contentType, body.length))
      await say(body.subarray(0, BYTES / 2))
      await middle()
      await say(body.subarray(BYTES / 2))
      const answered = await status
      socket.destroy()
      return answered
    }
    for (let n = 0; n < 5; n++) await upload(`incoming/warm-${n}.jpg`, async () => {})

    await writeFile(`/proc/${child.pid}/clear_refs`, '5')
    const before = await memory(child.pid!, 'VmRSS')
    const allHalf = waitUntil('every file is half there', async () => (await readdir(join(root, '.parts'))).length === UPLOADS)
    const answers = await Promise.all(Array.from({ length: UPLOADS }, (_, n) => upload(`incoming/${n}.jpg`, () => allHalf.then(() => {}))))
    const grown = (await memory(child.pid!, 'VmHWM')) - before
    console.info(`${UPLOADS} uploads of 2 MB at once: memory grew by ${grown.toFixed(0)} MB at most, from ${before.toFixed(0)} MB`)

    expect(answers.filter(status => status !== 204)).toEqual([])
    expect(grown).toBeLessThan(MOST_MB)
    expect((await readdir(join(root, 'incoming'))).length).toBe(UPLOADS + 5)
    expect(await readdir(join(root, '.parts'))).toEqual([])
    expect((await readFile(join(root, 'incoming/199.jpg'))).equals(file)).toBe(true)
  } finally {
    const ended = once(child, 'exit')
    child.stdin.end()
    await ended
  }
})

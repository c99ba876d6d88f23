import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Clock } from '#ddp/timing/clock.ts'
import type { Log } from '#platform/log/log.ts'
import type { FromAddress } from '#platform/text/mail-address.ts'
import { compose } from './compose.ts'
import type { Mail, Mailer } from './mail.ts'

/** Header with a hash of the recipient, by which `forget` finds the files. It is short enough not to be folded. */
const KEY = 'X-Outbox-Key'

const addressKey = (address: string): string =>
  createHash('sha256').update(address.normalize('NFC').toLowerCase()).digest('base64url').slice(0, 32)

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** A mailer without a mail server: it writes each mail to a file `DATA_DIR/outbox/TIME-RANDOM.eml` that mail programs can open. */
export class MailOutbox implements Mailer {
  readonly #sender: FromAddress
  readonly #folder: string
  readonly #clock: Clock
  readonly #log: Log
  readonly #transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  constructor({ sender, dataDir, clock, log }: { sender: FromAddress; dataDir: string; clock: Clock; log: Log }) {
    this.#sender = sender
    this.#folder = join(dataDir, 'outbox')
    this.#clock = clock
    this.#log = log
  }

  async send(mail: Mail): Promise<void> {
    const now = this.#clock.now()
    const composed = compose(mail, this.#sender, now)
    const { message } = await this.#transport.sendMail({ ...composed, headers: { ...composed.headers, [KEY]: addressKey(mail.to) } })
    const file = `${new Date(now).toISOString().replace(/[-:]/g, '')}-${randomBytes(6).toString('hex')}.eml`
    const unfinished = join(this.#folder, `.${file}.part`)
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    try {
      await writeFile(unfinished, message, { mode: 0o600, flag: 'wx', flush: true })
      await rename(unfinished, join(this.#folder, file))
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
    this.#log.info({ file, subject: mail.subject }, 'a mail waits in the outbox')
  }

  async forget(address: string): Promise<void> {
    const files = await readdir(this.#folder).catch(error => {
      if (isMissing(error)) return []
      throw error
    })
    const key = addressKey(address)
    for (const file of files.filter(each => each.includes('.eml'))) {
      const path = join(this.#folder, file)
      const message = await readFile(path, 'latin1').catch(error => {
        if (isMissing(error)) return ''
        throw error
      })
      const head = message.slice(0, message.indexOf('\r\n\r\n') + 2)
      if (head.includes(`\r\n${KEY}: ${key}\r\n`)) await rm(path, { force: true })
    }
  }

  async close(): Promise<void> {
    this.#transport.close()
  }
}

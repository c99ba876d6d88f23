import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import type { Mailer } from './mail.ts'
import { createMailer } from './mailer.ts'

let dataDir: string
let outbox: string
let lines: string[]
let mailer: Mailer

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'mail-'))
  outbox = join(dataDir, 'outbox')
  lines = []
  mailer = open(null)
})
afterEach(async () => {
  await mailer.close()
  rmSync(dataDir, { recursive: true })
})

function open(mailUrl: string | null): Mailer {
  const log = pino(
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  )
  const clock = manualClock(Date.UTC(2031, 1, 3, 4, 5, 6, 789))
  return createMailer({ mailUrl, from: 'Skillshot <no-reply@localhost>', dataDir, clock, log })
}

const link = 'http://localhost:3000/#/verify-email/Zk3v9QmT0b_Y-7sLw1XcRfA8hUoPnE2dGjK5iVtB6qM'
const mail = { to: 'keith@example.com', subject: 'A letter', text: `Open\n${link}\n`, html: `<a href="${link}">Open</a>` }
const files = (): string[] => readdirSync(outbox)

describe('mail without a server', () => {
  it('becomes a file that mail programs read, for its owner alone, named by the time and by chance', async () => {
    await mailer.send(mail)
    await mailer.send(mail)
    expect(files()).toHaveLength(2)
    const [file] = files() as [string]
    expect(file).toMatch(/^20310203T040506\.789Z-[0-9a-f]{12}\.eml$/)
    expect(statSync(outbox).mode & 0o777).toBe(0o700)
    expect(statSync(join(outbox, file)).mode & 0o777).toBe(0o600)
    const email = await PostalMime.parse(readFileSync(join(outbox, file)))
    expect(email.from).toEqual({ name: 'Skillshot', address: 'no-reply@localhost' })
    expect(email.to).toEqual([{ name: '', address: 'keith@example.com' }])
    expect(email.subject).toBe('A letter')
    expect(email.date).toBe('2031-02-03T04:05:06.000Z')
    expect(email.text?.split('\n')).toContain(link)
    expect(email.html).toContain(`href="${link}"`)
  })

  it('is one line in the log, with neither the address nor the link', async () => {
    await mailer.send(mail)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({ file: files()[0], subject: 'A letter' })
    expect(lines[0]).not.toMatch(/keith|verify-email/)
  })

  it('rejects when the file cannot be written, and says nothing of it', async () => {
    writeFileSync(outbox, 'in the way')
    await expect(mailer.send(mail)).rejects.toThrow()
    expect(lines).toEqual([])
    rmSync(outbox)
    await mailer.send(mail)
    expect(files()).toHaveLength(1)
  })

  it('takes no address that could be read as more than one', async () => {
    await expect(mailer.send({ ...mail, to: 'bob@x.example, evil@y.example' })).rejects.toMatchObject({ undeliverable: true })
    expect(existsSync(outbox)).toBe(false)
  })
})

describe('forgetting an address', () => {
  it('removes what was written to it, in any spelling, and nothing else', async () => {
    const others = ['keith@example.com.evil.example', 'a.keith@example.com', 'other@example.com']
    for (const to of ['keith@example.com', 'Keith@Example.com', ...others]) await mailer.send({ ...mail, to, text: 'To keith@example.com' })
    await mailer.forget('KEITH@example.com')
    const left = await Promise.all(files().map(async file => (await PostalMime.parse(readFileSync(join(outbox, file)))).to?.[0]?.address))
    expect(left.sort()).toEqual([...others].sort())
  })

  it('finds addresses of any script and length', async () => {
    const addresses = ['jörg@flipper.example', 'josé@münchen.example', 'a..b@x.example', `${'a'.repeat(60)}@${'b.'.repeat(80)}example`]
    for (const to of addresses) await mailer.send({ ...mail, to })
    expect(files()).toHaveLength(addresses.length)
    for (const address of addresses) await mailer.forget(address)
    expect(files()).toEqual([])
  })

  it('is content where there is nothing, and with files of others', async () => {
    await mailer.forget('keith@example.com')
    mkdirSync(outbox)
    writeFileSync(join(outbox, 'notes.txt'), 'keith@example.com')
    mkdirSync(join(outbox, 'read'))
    await mailer.forget('keith@example.com')
    expect(files()).toEqual(['notes.txt', 'read'])
  })

  it('also removes the files from before there was a server', async () => {
    await mailer.send(mail)
    const later = open('smtp://127.0.0.1:1')
    await later.forget('keith@example.com')
    await later.close()
    expect(files()).toEqual([])
  })
})

import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { createLog } from '#platform/log/log.ts'
import { openSmtp, type SmtpFixture } from './fixtures/smtp-server.ts'
import type { Mailer } from './mail.ts'
import type { MailError } from './mail-error.ts'
import { createMailer } from './mailer.ts'
import type { MailLimits } from './smtp.ts'

const toClose: (() => unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close()
})

const smtp = async (...options: Parameters<typeof openSmtp>): Promise<SmtpFixture> => {
  const server = await openSmtp(...options)
  toClose.push(() => server.close())
  return server
}

function mailer(mailUrl: string, limits: Partial<MailLimits> = {}): Mailer {
  const from = '"Flipper, the bar" <scores@bar.example>'
  const made = createMailer({ mailUrl, from, dataDir: '/nowhere', clock: systemClock, log: createLog('silent'), limits })
  toClose.push(() => made.close())
  return made
}

/** A mail server whose behaviour is only `answer`. */
async function oddServer(answer: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = []
  const server = createServer(socket => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    answer(socket)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  toClose.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const mail = { to: 'keith@example.com', subject: 'Hello', text: 'plain', html: '<p>rich</p>' }
const failure = (sent: Promise<void>): Promise<MailError> =>
  sent.then(
    () => expect.unreachable('it was sent'),
    error => error,
  )

describe('[P2] mail by SMTP', () => {
  it('arrives with both parts, from whom it should, marked as sent by a machine', async () => {
    const server = await smtp()
    await mailer(server.url()).send(mail)
    const [{ email, to }] = server.received as [(typeof server.received)[0]]
    expect(to).toEqual(['keith@example.com'])
    expect(email.from).toEqual({ name: 'Flipper, the bar', address: 'scores@bar.example' })
    expect(email.to).toEqual([{ name: '', address: 'keith@example.com' }])
    expect([email.subject, email.text?.trim(), email.html?.trim()]).toEqual(['Hello', 'plain', '<p>rich</p>'])
    expect(email.headers.find(each => each.key === 'auto-submitted')?.value).toBe('auto-generated')
  })

  it('gives the credentials of the address, whatever characters they have', async () => {
    const given: unknown[] = []
    const server = await smtp({
      onAuth({ username, password }, _session, done) {
        given.push([username, password])
        done(null, password === 'p@ss:/word' ? { user: username } : {})
      },
    })
    await mailer(server.url(`bar%40example.com:${encodeURIComponent('p@ss:/word')}`)).send(mail)
    expect(given).toEqual([['bar@example.com', 'p@ss:/word']])
    expect(server.received).toHaveLength(1)
  })

  it('rejects wrong credentials, but not for good: the operator may correct them', async () => {
    const server = await smtp({ onAuth: (_auth, _session, done) => done(new Error('Nobody of that name')) })
    const error = await failure(mailer(server.url('a:b')).send(mail))
    expect(error.message).toContain('Nobody of that name')
    expect(error.undeliverable).toBe(false)
  })

  it('says of a recipient who is refused that trying again is no use, and never names them', async () => {
    const refusals = [Object.assign(new Error('No such user <keith@example.com>'), { responseCode: 550 })]
    const server = await smtp({ onRcptTo: (_address, _session, done) => done(refusals.pop()) })
    const sender = mailer(server.url())
    const error = await failure(sender.send(mail))
    expect(error.undeliverable).toBe(true)
    expect(error.message).toContain('No such user')
    expect(JSON.stringify([error.message, error.stack, error])).not.toContain('keith')
    await sender.send(mail)
    expect(server.received).toHaveLength(1)
  })

  it('says of a recipient who is put off that it may be tried again', async () => {
    const busy = Object.assign(new Error('Come back later'), { responseCode: 451 })
    const server = await smtp({ onRcptTo: (_address, _session, done) => done(busy) })
    expect((await failure(mailer(server.url()).send(mail))).undeliverable).toBe(false)
  })

  it('rejects when nobody listens', async () => {
    const server = await openSmtp()
    const url = server.url()
    await server.close()
    expect((await failure(mailer(url).send(mail))).undeliverable).toBe(false)
  })

  it('gives up a server that never greets', async () => {
    const error = await failure(mailer(await oddServer(() => undefined), { greeting: 50 }).send(mail))
    expect(error.message).toBe('Greeting never received')
  })

  it('gives up a server that falls silent after its greeting', async () => {
    const error = await failure(mailer(await oddServer(socket => socket.write('220 hello\r\n')), { idle: 50 }).send(mail))
    expect(error.message).toBe('Timeout')
  })

  it('gives up a server that keeps sending without completing, and the mails that wait behind it', async () => {
    const url = await oddServer(socket => {
      socket.write('220 hello\r\n')
      const talk = setInterval(() => socket.write('250-still here\r\n'), 10)
      socket.on('close', () => clearInterval(talk))
    })
    const sender = mailer(url, { mail: 150 })
    const errors = await Promise.all([1, 2, 3].map(() => failure(sender.send(mail))))
    expect(errors.map(each => each.message)).toEqual(Array(3).fill('The mail server took too long.'))
  })

  it('closes within its limit while a server says nothing', async () => {
    let greeted: () => void
    const connected = new Promise<void>(resolve => (greeted = resolve))
    const url = await oddServer(socket => {
      socket.write('220 hello\r\n')
      socket.once('data', () => greeted())
    })
    const sender = mailer(url, { close: 50 })
    const error = failure(sender.send(mail))
    await connected
    await sender.close()
    expect((await error).undeliverable).toBe(false)
    await expect(sender.send(mail)).rejects.toThrow('closed')
  })

  it('lets what a server is still taking finish before it closes', async () => {
    let asked: () => void
    let go: () => void
    const reached = new Promise<void>(resolve => (asked = resolve))
    const server = await smtp({
      onRcptTo(_address, _session, done) {
        go = () => done()
        asked()
      },
    })
    const sender = mailer(server.url())
    const sent = sender.send(mail)
    await reached
    const closed = sender.close()
    go!()
    await Promise.all([sent, closed])
    expect(server.received).toHaveLength(1)
  })

  it('sends to the one address only, and writes no header but its own', async () => {
    const server = await smtp()
    const sender = mailer(server.url())
    const evil = [
      'bob@x.example\r\nRCPT TO:<evil@y.example>',
      'bob@x.example, evil@y.example',
      'bob@x.example>, <evil@y.example',
      '"bob@x.example"@y.example',
      'group: evil@y.example;',
      'Bob <evil@y.example>',
      'bob@x.example\nBcc: evil@y.example',
      'bob',
      '',
      `${'a'.repeat(250)}@y.example`,
    ]
    for (const to of evil) expect((await failure(sender.send({ ...mail, to }))).undeliverable, to).toBe(true)
    expect(server.received).toEqual([])

    await sender.send({ ...mail, subject: 'Hello\r\nBcc: evil@y.example\r\n\r\nbody\u0000' })
    const [{ email, to }] = server.received as [(typeof server.received)[0]]
    expect(to).toEqual(['keith@example.com'])
    expect(email.headers.map(each => each.key).sort()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
    expect(email.text?.trim()).toBe('plain')
  })

  it('writes to addresses in any script', async () => {
    const server = await smtp()
    await mailer(server.url()).send({ ...mail, to: 'jörg@flipper.example' })
    expect(server.received[0]?.to).toEqual(['jörg@flipper.example'])
  })

  it('refuses to start with a sender that holds no address', () => {
    expect(() =>
      createMailer({ mailUrl: null, from: 'Flipper', dataDir: '/nowhere', clock: systemClock, log: createLog('silent') }),
    ).toThrow('holds no address')
  })
})

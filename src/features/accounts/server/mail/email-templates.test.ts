import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { createLog } from '#platform/log/log.ts'
import type { EmailContent } from '#platform/mail/email-template.ts'
import { openSmtp, type Received, type SmtpFixture } from '#platform/mail/fixtures/smtp-server.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import { getActiveLocale } from '#platform/ui/format/locale.ts'
import {
  type Recipient,
  renderAddressTakenEmail,
  renderChangeAddressEmail,
  renderEnrollEmail,
  renderPasskeyEmail,
  renderPasswordChangedEmail,
  renderResetEmail,
  renderSecondStepEmail,
  renderVerifyEmail,
} from './email-templates.ts'

const site = { name: 'Skillshot', url: 'https://scores.example' }
const locale = 'en' as const
const token = 'Zk3v9QmT0b_Y-7sLw1XcRfA8hUoPnE2dGjK5iVtB6qM'
const link = (kind: string): string => `${site.url}/#/${kind}/${token}`

/** Every kind of e-mail, with the URLs that it must contain. */
const templates: [string, (to: Recipient) => EmailContent, string[]][] = [
  ['verify', to => renderVerifyEmail({ ...to, url: link('verify-email') }), [link('verify-email')]],
  ['change of address', to => renderChangeAddressEmail({ ...to, url: link('verify-email') }), [link('verify-email')]],
  ['reset', to => renderResetEmail({ ...to, url: link('reset-password') }), [link('reset-password')]],
  ['enrol', to => renderEnrollEmail({ ...to, username: to.name, url: link('enroll-account') }), [link('enroll-account')]],
  ['password changed', renderPasswordChangedEmail, [`${site.url}/forgot-password`]],
  ['second step on', to => renderSecondStepEmail({ ...to, on: true }), [`${site.url}/forgot-password`]],
  ['passkey added', to => renderPasskeyEmail({ ...to, added: true }), [`${site.url}/account`]],
  ['passkey removed', to => renderPasskeyEmail({ ...to, added: false }), [`${site.url}/forgot-password`]],
  ['address taken', renderAddressTakenEmail, [`${site.url}/sign-in`, `${site.url}/forgot-password`]],
]

const hrefs = (html: string): string[] => [...html.matchAll(/href="([^"]*)"/g)].map(match => match[1]!)

let server: SmtpFixture
let mailer: Mailer
beforeAll(async () => {
  server = await openSmtp()
  const from = 'Skillshot <no-reply@scores.example>'
  mailer = createMailer({ mailUrl: server.url(), from, dataDir: '/nowhere', clock: systemClock, log: createLog('silent') })
})
afterAll(async () => {
  await mailer.close()
  await server.close()
})

/** Sends an e-mail and returns it as the SMTP server received it. */
async function sendAndReceive(email: EmailContent): Promise<Received> {
  await mailer.send({ to: 'keith@example.com', ...email })
  return server.received.at(-1)!
}

describe.each(templates)('the e-mail "%s"', (_kind, render, addresses) => {
  it('arrives with complete URLs: each on its own line in the text, as links in the HTML', async () => {
    // With a name outside ASCII, the plain text too is encoded and folded in transit.
    const letter = render({ site, locale, name: 'Jörg' })
    const { email, raw } = await sendAndReceive(letter)
    expect(raw).toContain('quoted-printable')
    expect(email.subject).toBe(letter.subject)
    expect(email.text?.split('\n').filter(line => line.includes('://'))).toEqual([...addresses, site.url])
    expect([...new Set(hrefs(email.html!))]).toEqual([site.url, ...addresses])
    expect(email.html).toContain(`>${addresses[0]}</a>`)
    expect(email.html).toContain('Hello Jörg,')
  })

  it('contains nothing that is fetched or executed', () => {
    expect(render({ site, locale, name: 'Keith' }).html).not.toMatch(/<(img|script|link|iframe|table)\b|\bsrc=|url\(|@import|\son\w+=/i)
  })

  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    `' onmouseover='alert(1)`,
    'Keith\r\nBcc: evil@example.com\r\n\r\nSend your password to https://evil.example',
    'Keith\u2028https://evil.example\u0000',
    '</title></style><b>',
  ])('does not let the name %j change headers or markup', async name => {
    const letter = render({ site, locale, name })
    const { email, to } = await sendAndReceive(letter)
    expect(to).toEqual(['keith@example.com'])
    expect(email.bcc).toBeUndefined()
    expect(letter.subject).toBe(render({ site, locale, name: 'Keith' }).subject)
    const lines = (text: string | undefined): string[] => text?.trimEnd().split(/[\n\u2028]/) ?? []
    expect(lines(email.text)).toHaveLength(lines(render({ site, locale, name: 'Keith' }).text).length)
    expect(lines(email.text).filter(line => /^\s*https?:/.test(line))).toEqual([...addresses, site.url])
    const tags = (html: string): string[] => html.match(/<\/?[a-z!][^>]*>/gi) ?? []
    expect(tags(letter.html)).toEqual(tags(render({ site, locale, name: 'Keith' }).html))
    expect([...new Set(hrefs(letter.html))]).toEqual([site.url, ...addresses])
  })
})

describe('e-mails', () => {
  it('greet without the name if a mail program would turn it into a link', () => {
    for (const name of ['win.evil.example', 'https://evil.example', 'me@evil.example', ''])
      expect(renderPasswordChangedEmail({ site, locale, name }).text).toMatch(/^Hello,\n/)
    expect(renderPasswordChangedEmail({ site, locale, name: "J. O'Neill" }).text).toMatch(/^Hello J\. O'Neill,\n/)
  })

  it('say how long a link is valid', () => {
    const to = { site, locale, name: 'Keith', username: 'keith', url: link('x') }
    for (const part of ['text', 'html'] as const) {
      expect(renderResetEmail(to)[part]).toContain('once, for 3 days')
      expect(renderEnrollEmail(to)[part]).toContain('once, for 30 days')
    }
  })

  it.each([
    ['en', 'ltr', 'Hello Keith,', 'Set new password'],
    ['de', 'ltr', 'Hallo Keith,', 'Neues Passwort festlegen'],
    ['ar', 'rtl', 'مرحبًا Keith،', 'تعيين كلمة مرور جديدة'],
  ] as const)('are in %s, and say so', (language, direction, greeting, button) => {
    const { subject, text, html } = renderResetEmail({ site, locale: language, name: 'Keith', url: link('reset-password') })
    expect(html).toContain(`<html lang="${language}" dir="${direction}">`)
    expect(html).toContain(`>${button}</a>`)
    expect(text).toContain(`${greeting}\n`)
    expect(subject).toContain('Skillshot')
    // The language of one e-mail does not stay for what is rendered after it.
    expect(getActiveLocale()).toBe('en')
  })

  it('tell an enrolled player the user name', () => {
    const { text, html } = renderEnrollEmail({ site, locale, name: 'Keith', username: 'keith.elwood', url: link('enroll-account') })
    expect(text).toContain('Your user name: keith.elwood\n')
    expect(html).toContain('>keith.elwood</strong>')
  })

  it('escape the name and the address of the site', () => {
    const { html } = renderPasswordChangedEmail({
      site: { name: 'Tom & "Co" <Flipper>', url: 'https://x.example/?a="b"&c' },
      locale,
      name: 'Keith',
    })
    expect(html).toContain('Tom &amp; &quot;Co&quot; &lt;Flipper&gt;')
    expect(hrefs(html)[0]).toBe('https://x.example/?a=&quot;b&quot;&amp;c')
  })
})

import { describe, expect, it } from 'vitest'
import { renderPolicy } from './render-markdown.ts'
import { ownText } from './texts/default-policies.ts'

describe('a policy', () => {
  it('has its first heading as title, and no other heading of that level', () => {
    expect(renderPolicy('# Privacy & *you*\n\nText.\n\n# More\n\nText.', 'Policy')).toEqual({
      title: 'Privacy & you',
      html: '<p>Text.</p>\n<h2>More</h2>\n<p>Text.</p>',
    })
  })

  it('has the given title if it has no heading', () => {
    expect(renderPolicy('Text.', 'Policy')).toEqual({ title: 'Policy', html: '<p>Text.</p>' })
  })

  it('keeps dollar signs as they are', () => {
    expect(renderPolicy("# Costs $& $1 $'\n\n$$ and $&", 'Policy')).toEqual({ title: "Costs $& $1 $'", html: '<p>$$ and $&amp;</p>' })
  })

  it('shows raw HTML as text', () => {
    const { title, html } = renderPolicy('# <b>Hi</b>\n\n<script>alert(1)</script>\n\nA <img src=x onerror=alert(1)> b.\n\n<!-- x -->', '')
    expect(title).toBe('<b>Hi</b>')
    expect(html).not.toMatch(/<(?!\/?p>)/)
    expect(html).toContain('&lt;script&gt;')
  })

  it('links to the web and to e-mail addresses, and to nothing that runs', () => {
    const targets = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java&#115;cript:alert(1)',
      '<java\tscript:alert(1)>',
      'data:text/html,x',
      'vbscript:x',
    ]
    for (const target of targets) {
      const { html } = renderPolicy(`[a](${target}) ![b](${target})\n\n<${target}>`, '')
      for (const [, address] of html.matchAll(/(?:href|src)="([^"]*)"/g))
        expect(new URL(address!, 'https://here.example/').protocol, target).toBe('https:')
    }
    expect(renderPolicy('[a](/account/delete) [b](https://x.example) [c](mailto:a@x.example)', '').html).toBe(
      '<p><a href="/account/delete">a</a> <a href="https://x.example">b</a> <a href="mailto:a@x.example">c</a></p>',
    )
  })
})

it('both default texts name the contact', () => {
  for (const name of ['privacy', 'child-safety'] as const) {
    const { title, html } = renderPolicy(ownText(name, 'en', { contact: 'us@x.example', service: null }), '')
    expect(title).not.toBe('')
    expect(html).toContain('<a href="mailto:us@x.example">us@x.example</a>')
    expect(html).not.toMatch(/&lt;|&quot;h1/)
  }
})

it('the privacy text mentions analytics and their service only if they are enabled', () => {
  expect(ownText('privacy', 'en', { contact: null, service: null })).toContain('no trackers')
  expect(ownText('privacy', 'en', { contact: null, service: null })).not.toContain('statistics')
  const counted = ownText('privacy', 'en', { contact: null, service: 'https://hits.example' })
  expect(counted).toContain('tells https://hits.example which pages you open')
  expect(counted).not.toContain('no trackers')
})

it.each([
  [
    'en',
    ['Two are set when you sign in by another service', 'passkeys, second step', 'learns of each sign-in'],
    ['The only one', 'password changes'],
  ],
  [
    'de',
    ['Zwei entstehen, wenn du dich über einen anderen Dienst anmeldest', 'Passkeys, zweiter Schritt', 'erfährt von jeder Anmeldung'],
    ['Das einzige', 'Passwort ändert'],
  ],
  ['ar', ['ويُنشأ ملفان عند تسجيل الدخول عبر خدمة أخرى', 'ومفاتيح المرور والخطوة الثانية', 'بكل تسجيل دخول'], ['الملف الوحيد']],
] as const)(
  'the privacy text in %s names the cookies, what e-mail is for, and the services that messages and sign-ins go through',
  (language, says, not) => {
    const text = ownText('privacy', language, { contact: null, service: null })
    for (const part of [...says, 'Google', 'Apple', 'Mozilla', 'Microsoft']) expect(text).toContain(part)
    for (const part of not) expect(text).not.toContain(part)
  },
)
